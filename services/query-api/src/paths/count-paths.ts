import type { Runs } from '../analytics/runs.ts'

/** Events by unit, in the order of the log. */
export type Rows = Pick<Runs, 'starts' | 'ends' | 'kinds' | 'at'>

/** What the events of a kind are in a path, by the kind's number. */
export type PathKinds = {
  /** The number of its step; negative: it is none. */
  step: Int32Array
  /** Above zero: it is told twice, by this number; below: it is the second telling of that one; zero: it is told once. */
  twin: Int32Array
}

export type PathAsked = {
  /** Whether this row is such an event as paths begin with. */
  begins: (row: number) => boolean
  fromMs: number
  toMs: number
  direction: 'next' | 'previous'
  depth: number
}

/** So far from where it began a path leads at most: it bounds what has to be looked through. */
export const longestMs = 7 * 86_400_000

/** The page sends both tellings of an act at once: by so much the second may come before the first. */
export const overtakesMs = 5_000

/** In the place of a step: there is none, because the visit ended or began here; and what would come behind that. */
export const ended = -1
const nothing = -2

/** The ways that were gone: way `w` begins at `rows[w]`, and its steps stand from `w * depth` on. */
export type Ways = { count: number; depth: number; units: Int32Array; rows: Int32Array; steps: Int32Array }

/** The way of each unit from the first of its events that such paths begin with. */
export function waysOf(runs: Rows, kinds: PathKinds, asked: PathAsked): Ways {
  const { depth } = asked
  const most = runs.starts.length
  const ways: Ways = {
    ...{ count: 0, depth },
    ...{ units: new Int32Array(most), rows: new Int32Array(most), steps: new Int32Array(most * depth) },
  }
  const walk = walker(runs, kinds)
  for (let unit = 0; unit < most; unit++) {
    const row = firstOf(runs, asked, unit)
    if (row < 0) continue
    const at = ways.count++
    ways.units[at] = unit
    ways.rows[at] = row
    const into = ways.steps.subarray(at * depth, (at + 1) * depth)
    const walked = walk[asked.direction](row, unit, into)
    if (walked < depth) into.fill(nothing, walked).fill(ended, walked, walked + 1)
  }
  return ways
}

function firstOf({ starts, ends, at }: Rows, { begins, fromMs, toMs }: PathAsked, unit: number): number {
  const end = ends[unit] as number
  for (let row = starts[unit] as number; row < end; row++) {
    const atMs = at[row] as number
    if (atMs >= fromMs && atMs < toMs && begins(row)) return row
  }
  return -1
}

/**
 * Finds for each row of a unit the other telling of the same act: the row beside it among those that are told twice, as long
 * as that is not the other telling of an act before it. Negative: there is none. The answer stands until the next one.
 */
function tellingsBy(twinAt: (row: number) => number, at: (row: number) => number) {
  let others = new Int32Array(64)
  return (first: number, end: number): Int32Array => {
    if (others.length < end - first) others = new Int32Array(2 * (end - first))
    others.fill(-1, 0, end - first)
    let open = -1
    for (let row = first; row < end; row++) {
      const twin = twinAt(row)
      if (twin === 0) continue
      const before = open < 0 ? 0 : twinAt(open)
      const isInOrder = twin < 0
      if (before === -twin && (isInOrder || Math.abs(at(row) - at(open)) <= overtakesMs)) {
        others[row - first] = open
        others[open - first] = row
        open = -1
      } else open = row
    }
    return others
  }
}

/** Goes from a row over the steps behind or before it, and writes them down. @returns how many there were */
function walker({ kinds, at, starts, ends }: Rows, { step, twin }: PathKinds) {
  const twinAt = (row: number) => twin[kinds[row] as number] as number
  const stepAt = (row: number) => step[kinds[row] as number] as number
  const isNear = (row: number, other: number) =>
    Math.abs((at[row] as number) - (at[other] as number)) <= longestMs

  const tellings = tellingsBy(twinAt, row => at[row] as number)
  const isEcho = (row: number, others: Int32Array, first: number) =>
    twinAt(row) < 0 && (others[row - first] as number) >= 0

  return {
    next(row: number, unit: number, into: Int32Array): number {
      const first = starts[unit] as number
      const end = ends[unit] as number
      const others = tellings(first, end)
      const own = others[row - first] as number
      let walked = 0
      for (let later = row + 1; later < end && walked < into.length && isNear(later, row); later++)
        if (stepAt(later) >= 0 && later !== own && !isEcho(later, others, first))
          into[walked++] = stepAt(later)
      return walked
    },
    previous(row: number, unit: number, into: Int32Array): number {
      const first = starts[unit] as number
      const others = tellings(first, ends[unit] as number)
      const own = others[row - first] as number
      let walked = 0
      let earlier = (own < 0 ? row : Math.min(row, own)) - 1
      for (; earlier >= first && walked < into.length && isNear(earlier, row); earlier--)
        if (stepAt(earlier) >= 0 && !isEcho(earlier, others, first)) into[walked++] = stepAt(earlier)
      return walked
    },
  }
}
