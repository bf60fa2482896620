import { percent } from '../../../components/format.ts'

/** In percent of what it was, with its sign; null where there was nothing. */
export const changeIn = (now: number, before: number): number | null =>
  before > 0 ? ((now - before) / before) * 100 : now === 0 ? 0 : null

const tenths = (value: number) => Math.round(value * 10) / 10
const signOf = (value: number) => (value > 0 ? '+' : value < 0 ? '−' : '±')

/** With its sign; null: there was nothing to compare with. */
export const signed = (change: number | null) =>
  change === null ? 'nuovo' : `${signOf(tenths(change))}${percent(Math.abs(tenths(change)))}`

/** In percentage points. */
export function points(now: number, before: number): string {
  const rounded = tenths(now - before)
  return `${signOf(rounded)}${Math.abs(rounded).toLocaleString('it-IT', { maximumFractionDigits: 1 })} punti`
}

/** Whether two counts differ by less than chance makes: two standard deviations. */
export const isNoiseOfCounts = (one: number, other: number) =>
  Math.abs(one - other) < 2 * Math.sqrt(one + other)

/** So many percent of how many. */
type Part = { percent: number; of: number }

/** The same of two parts; of nothing none is any. */
export function isNoiseOfParts(one: Part, other: Part): boolean {
  const all = one.of + other.of
  const percent = (one.percent * one.of + other.percent * other.of) / all
  const deviation = Math.sqrt(percent * (100 - percent) * (1 / one.of + 1 / other.of))
  return Math.abs(one.percent - other.percent) < 2 * deviation
}

/** Beside a difference that tells nothing. */
export const NoiseNote = () => (
  <i className="quiet" title="Con numeri così piccoli una differenza simile nasce anche dal caso">
    nel rumore
  </i>
)
