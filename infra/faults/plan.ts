import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import type { PlannedFault } from './faults/fault.ts'
import { kinds } from './faults/kinds.ts'
import type { Arrangement } from './world/world.ts'

type PlanOptions = {
  seed: number
  minutes: number
  /** These kinds, each perhaps with a target (`swallow:redis`), or this many that are drawn. */
  faults: readonly string[] | number
  /** Kinds that this machine cannot have. */
  without?: readonly string[]
}

/** The load runs alone for this long, and after the last fault began. */
const aloneMs = { first: 10_000, last: 30_000 }

/** Numbers from 0 to 1, the same for a seed (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const within = (next: () => number, [least, most]: readonly [number, number]) =>
  Math.round(least + next() * (most - least))
function pick<T>(next: () => number, all: readonly T[]): T {
  const picked = all[Math.floor(next() * all.length)]
  if (picked === undefined) throw new Error('there is nothing to choose from')
  return picked
}

/** What goes wrong and when, in the order of time. The same seed gives the same plan. */
export function planOf({ seed, minutes, faults, without = [] }: PlanOptions): PlannedFault[] {
  const next = numbersOf(seed)
  const chosen = typeof faults === 'number' ? draw(next, faults, without) : faults
  const last = Math.max(minutes * 60_000 - aloneMs.last, aloneMs.first)
  let needed: Partial<Arrangement> = Object.assign({}, ...chosen.map(alwaysNeeded))
  const planned = chosen.map(name => {
    const [kind = '', wanted] = name.split(':')
    const { targets, lasts, needs = () => ({}) } = kindOf(name)
    const fitting = targets.filter(each => fits(needed, needs(each)))
    const target = wanted ?? pick(next, fitting)
    needed = { ...needed, ...needs(target) }
    return { kind, target, atMs: within(next, [aloneMs.first, last]), forMs: within(next, lasts) }
  })
  return planned.sort((a, b) => a.atMs - b.atMs)
}

/** Different kinds. A world can have one small disk and one arrangement, so a kind that does not fit is not drawn. */
function draw(next: () => number, count: number, without: readonly string[]): string[] {
  const drawn: string[] = []
  const left = Object.keys(kinds).filter(kind => !without.includes(kind))
  while (drawn.length < count && left.length > 0) {
    const kind = pick(next, left)
    left.splice(left.indexOf(kind), 1)
    // Two that lose events would hide each other's loss.
    if (losing.includes(kind) && drawn.some(each => losing.includes(each))) continue
    drawn.push(kind)
  }
  return drawn
}

/** What all targets of a kind need. */
function alwaysNeeded(name: string): Partial<Arrangement> {
  const { targets: all, needs = () => ({}) } = kindOf(name)
  const wanted = name.split(':')[1]
  const targets = wanted ? [wanted] : all
  const [first = {}, ...others] = targets.map(target => needs(target))
  return Object.fromEntries(
    Object.entries(first).filter(each => others.every(other => fits(other, Object.fromEntries([each])))),
  )
}

const losing = ['failover', 'old-backup']
const fits = (a: Partial<Arrangement>, b: Partial<Arrangement>) =>
  (Object.keys(b) as (keyof Arrangement)[]).every(key => a[key] === undefined || a[key] === b[key])

export function kindOf(name: string) {
  const [of = '', target = null] = name.split(':')
  const kind = kinds[of]
  if (!kind || (target !== null && !kind.targets.includes(target)))
    throw new StartRefusal(
      `There is no fault ${name}: ${target === null ? Object.keys(kinds).join(', ') : kind?.targets.join(', ')}.`,
    )
  return kind
}

/** What the faults need; the seed chooses the rest. */
export function arrangementOf(seed: number, plan: readonly PlannedFault[]): Arrangement {
  const next = numbersOf(seed ^ 0x5eed)
  const isEither = () => next() < 0.5
  const drawn = { isApart: isEither(), usesRedis: isEither(), usesS3: isEither() }
  const needed = plan.map(({ kind, target }) => kindOf(kind).needs?.(target) ?? {})
  return Object.assign({ ...drawn, smallDisk: null, movesClocks: false }, ...needed)
}
