import { useEffect, useState } from 'react'
import { duration } from '../parts/time/durations.ts'

/** A lag as it was read. */
type Sample = { atMs: number; lagMs: number }
type Lagging = { lagMs: number }
type Answer = { projections: readonly (Lagging & { name: string })[]; analytics: Lagging }

const keptMs = 60_000
/** What two reads just after each other say is chance. */
const minSpanMs = 4_000
/** A shorter lag is gone before anybody has read when. */
const minLagMs = 5_000

/** When a lag will be gone, by how it changed over the last minute. Null: it is short, or not known yet. */
export function forecast(samples: readonly Sample[]): string | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.lagMs < minLagMs || last.atMs - first.atMs < minSpanMs) return null
  const perMs = (first.lagMs - last.lagMs) / (last.atMs - first.atMs)
  if (perMs <= 0) return 'non recupera'
  return `alla pari tra ${duration(Math.max(1, last.lagMs / perMs / 1_000))}`
}

/** Of each projection, from the answers that came while the page was open. */
export function useForecasts(answer: Answer | undefined): ReadonlyMap<string, string | null> {
  const [samples, setSamples] = useState<ReadonlyMap<string, readonly Sample[]>>(new Map())
  useEffect(() => {
    if (!answer) return
    const lagging = [...answer.projections, { name: 'analytics', lagMs: answer.analytics.lagMs }]
    const atMs = performance.now()
    setSamples(
      before =>
        new Map(
          lagging.map(({ name, lagMs }) => {
            const recent = (before.get(name) ?? []).filter(sample => sample.atMs > atMs - keptMs)
            return [name, [...recent, { atMs, lagMs }]]
          }),
        ),
    )
  }, [answer])
  return new Map([...samples].map(([name, its]) => [name, forecast(its)]))
}
