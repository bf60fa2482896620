import { percent } from '../../../components/format.ts'

/** Null: there was nothing before. */
export const percentChange = (now: number, before: number): number | null =>
  before > 0 ? ((now - before) / before) * 100 : now === 0 ? 0 : null

const tenths = (value: number) => Math.round(value * 10) / 10
const signOf = (value: number) => (value > 0 ? '+' : value < 0 ? '−' : '±')

/** Null: nothing to compare. */
export const formatChange = (change: number | null) =>
  change === null ? 'nuovo' : `${signOf(tenths(change))}${percent(Math.abs(tenths(change)))}`

export function formatPoints(now: number, before: number): string {
  const rounded = tenths(now - before)
  return `${signOf(rounded)}${Math.abs(rounded).toLocaleString('it-IT', { maximumFractionDigits: 1 })} punti`
}

/** Two standard deviations, with the continuity correction for small counts: less may be chance. */
export const isNoiseOfCounts = (one: number, other: number) =>
  one !== other && Math.abs(one - other) - 1 < 2 * Math.sqrt(one + other)

type Part = { percent: number; total: number }

/** After Agresti and Caffo: one success and one failure more make two standard deviations hold for small numbers. */
const estimated = ({ percent, total }: Part) => ((percent / 100) * total + 1) / (total + 2)
const varianceOf = (part: Part) => (estimated(part) * (1 - estimated(part))) / (part.total + 2)

export const isNoiseOfParts = (one: Part, other: Part) =>
  one.percent !== other.percent &&
  Math.abs(estimated(one) - estimated(other)) < 2 * Math.sqrt(varianceOf(one) + varianceOf(other))

export const NoiseNote = () => (
  <i className="quiet" title="Con numeri così piccoli una differenza simile nasce anche dal caso">
    nel rumore
  </i>
)
