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
