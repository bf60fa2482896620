import { timeAt, unpackTimes } from './bucket.ts'
import { CountDigest } from './count-digest.ts'
import type { Query } from './history-rows.ts'
import type { Group } from './tally.ts'

type KeptStep = Group & { group: string; step: number; units: number; median: number | null }
type KeptTimes = { bucket: number; times: Buffer }

const rowsAtOnce = 500

/** What a count holds in its tables, read a few rows at a time; `isSound`: its medians are those of its times. */
export async function keptDigest(query: Query, count: number, steps: number) {
  const digest = new CountDigest(steps)
  let isSound = true
  for await (const kept of stepsOf(query, count)) {
    digest.addStep(kept, kept.step, kept.units)
    if (kept.step === 1) continue
    const middle = new Middle(kept.units)
    for await (const { times } of timesOf(query, kept))
      for (const [ms, units] of unpackTimes(times)) {
        digest.addTime(kept, { step: kept.step, ms, units })
        middle.pass(ms, units)
      }
    if (kept.units > 0 && middle.median() !== kept.median) isSound = false
  }
  return { digest, isSound }
}

/** The middle of times that come in ascending order. */
class Middle {
  readonly #total: number
  #passed = 0
  readonly #found: number[] = []

  constructor(total: number) {
    this.#total = total
  }

  pass(ms: number, units: number): void {
    const times = new Map([[ms, units]])
    const upTo = this.#passed + units
    for (const place of [(this.#total - 1) >> 1, this.#total >> 1])
      if (place >= this.#passed && place < upTo) this.#found.push(timeAt(times, place, this.#passed))
    this.#passed = upTo
  }

  median(): number | null {
    const [lower, upper] = this.#found
    return lower === undefined || upper === undefined || this.#passed !== this.#total
      ? null
      : (lower + upper) / 2
  }
}

async function* stepsOf(query: Query, count: number): AsyncGenerator<KeptStep> {
  for (let after: [string, number] = ['0', 0]; ; ) {
    const page = await query<KeptStep>({
      name: 'funnels kept steps',
      text: `
        select g.id as "group", g.period, g.is_whole as "isWhole", g.value, s.step, s.units::float8 as units, s.median
        from funnels.groups g join funnels.steps s on s."group" = g.id
        where g.count = $1 and (g.id, s.step) > ($2::bigint, $3::smallint) order by g.id, s.step limit ${rowsAtOnce}`,
      values: [count, ...after],
    })
    yield* page
    const last = page.at(-1)
    if (!last || page.length < rowsAtOnce) return
    after = [last.group, last.step]
  }
}

/** The shortest first. */
async function* timesOf(query: Query, { group, step }: KeptStep): AsyncGenerator<KeptTimes> {
  for (let after = -(2 ** 31); ; ) {
    const page = await query<KeptTimes>({
      name: 'funnels kept times',
      text: `
        select bucket, times from funnels.times where "group" = $1 and step = $2 and bucket > $3
        order by bucket limit ${rowsAtOnce}`,
      values: [group, step, after],
    })
    yield* page
    const last = page.at(-1)
    if (!last || page.length < rowsAtOnce) return
    after = last.bucket
  }
}
