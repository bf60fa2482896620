export type Limit = { min?: number; max?: number }
/** A row of the table: at most one limit, and the measured values. */
export type Figure = { name: string; unit: string; bound: Limit; values: number[] }
type Candidate = { name: string; run: () => Promise<number>; wanted?: Limit }
export type Bench = ReturnType<typeof openBench>
type Options = {
  rounds?: string | undefined
  visits?: string | undefined
  times?: string | undefined
  smallest?: boolean | undefined
}

export function openBench(
  { rounds: chosenRounds, visits, times, smallest }: Options,
  opened: AsyncDisposableStack,
) {
  const figures: Figure[] = []
  /** The usual number, or the least that shows that the benchmark works. */
  const size = <T>(usual: T, least: T): T => (smallest ? least : usual)

  function figure(name: string, unit: string, bound: Limit = {}): Figure {
    const created: Figure = { name, unit, bound: smallest ? {} : bound, values: [] }
    figures.push(created)
    return created
  }

  /** Runs each of them once per round, every other round in reverse. Warm-ups do not count. */
  async function rounds(usual: number, turns: readonly (() => Promise<unknown>)[], warmUps = 1) {
    const before = new Map(figures.map(each => [each, each.values.length]))
    const count = size(Number(chosenRounds ?? usual), 1)
    for (let round = -size(warmUps, 0); round < count; round++) {
      if (round === 0) for (const each of figures) each.values.length = before.get(each) ?? 0
      for (const turn of round % 2 ? turns.toReversed() : turns) await turn()
    }
  }

  /** Per round, because a machine's speed changes between rounds. */
  function ratio(of: Figure, to: Figure, bound: Limit = {}): void {
    const values = of.values.map((value, round) => value / (to.values[round] ?? Number.NaN))
    figure(`${of.name} / ${to.name}`, 'times', bound).values.push(...values)
  }

  /** Runs all in turns, and compares the first one with each of the others. */
  async function compare(unit: string, candidates: readonly Candidate[]): Promise<void> {
    const measured = candidates.map(each => ({ ...each, figure: figure(each.name, unit) }))
    const turns = measured.map(each => async () => each.figure.values.push(await each.run()))
    await rounds(7, turns)
    const [first, ...others] = measured
    for (const { figure, wanted } of others) if (first) ratio(first.figure, figure, wanted)
  }

  /** @returns whether every figure is within its limits */
  function print(): boolean {
    const measured = figures.filter(({ values }) => values.length > 0)
    if (measured.length > 0) console.table(Object.fromEntries(measured.map(each => [each.name, row(each)])))
    return measured.every(isWithin)
  }

  /** The visits of a dataset. */
  const visitsOr = (usual: number) => Number(visits || size(usual, 200))

  /** How often the copy holds the log. */
  const copies = Number(times ?? 1)

  return { opened, visitsOr, copies, size, figure, rounds, ratio, compare, print }
}

function row(figure: Figure) {
  const shown = (share: number) => Number(at(figure.values, share).toPrecision(3))
  const { min, max } = figure.bound
  const wanted = min ? `at least ${min}` : max ? `at most ${max}` : ''
  return {
    unit: figure.unit,
    median: shown(0.5),
    p99: shown(0.99),
    min: shown(0),
    max: shown(1),
    wanted: isWithin(figure) ? wanted : `${wanted} MISSED`,
  }
}

function isWithin({ values, bound: { min = -Infinity, max = Infinity } }: Figure): boolean {
  const median = at(values, 0.5)
  return median >= min && median <= max
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
}

/** The duration of the work in ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

/** The rate per second of what the work counts. */
export async function rateOf(work: () => Promise<number>): Promise<number> {
  const startMs = performance.now()
  const count = await work()
  return (count * 1_000) / (performance.now() - startMs)
}

/** This many calls by 64 callers, each one after the other. @returns calls per second */
export function perSecond(count: number, call: (number: number) => Promise<unknown>): Promise<number> {
  let started = 0
  const caller = async () => {
    while (started < count) await call(started++)
  }
  return rateOf(() => Promise.all(Array.from({ length: 64 }, caller)).then(() => count))
}
