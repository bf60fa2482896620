import { percent } from '../../../components/format.ts'

/** Null: there was nothing before. */
export const changeIn = (now: number, before: number): number | null =>
  before > 0 ? ((now - before) / before) * 100 : now === 0 ? 0 : null

const tenths = (value: number) => Math.round(value * 10) / 10
const signOf = (value: number) => (value > 0 ? '+' : value < 0 ? '−' : '±')

/** Null: nothing to compare. */
export const signed = (change: number | null) =>
  change === null ? 'nuovo' : `${signOf(tenths(change))}${percent(Math.abs(tenths(change)))}`

export function points(now: number, before: number): string {
  const rounded = tenths(now - before)
  return `${signOf(rounded)}${Math.abs(rounded).toLocaleString('it-IT', { maximumFractionDigits: 1 })} punti`
}

/** Two standard deviations: less may be chance. */
export const isNoiseOfCounts = (one: number, other: number) =>
  Math.abs(one - other) < 2 * Math.sqrt(one + other)

type Part = { percent: number; of: number }

export function isNoiseOfParts(one: Part, other: Part): boolean {
  const all = one.of + other.of
  const percent = (one.percent * one.of + other.percent * other.of) / all
  const deviation = Math.sqrt(percent * (100 - percent) * (1 / one.of + 1 / other.of))
  return Math.abs(one.percent - other.percent) < 2 * deviation
}

export const NoiseNote = () => (
  <i className="quiet" title="Con numeri così piccoli una differenza simile nasce anche dal caso">
    nel rumore
  </i>
)
