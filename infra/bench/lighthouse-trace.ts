type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds, as `tdur`: the processor time that the task took of its thread. */
  ts: number
  tdur?: number
  args?: { data?: { documentLoaderURL?: string; isOutermostMainFrame?: boolean } }
}

export type Trace = { traceEvents: TraceEvent[] }

const longTaskMs = 50

/**
 * For how long the main thread was blocked after the first paint, counted by the page's own processor time. Lighthouse
 * itself counts by the clock, so that whatever else runs on the machine blocks the page as well.
 * @param slower how many times slower the imagined processor is than this one
 */
export function blockedAloneMs({ traceEvents }: Trace, slower: number): number {
  const loads = traceEvents.filter(
    ({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL?.startsWith('http'),
  )
  const load = loads.at(-1)
  if (!load) throw new Error('The trace has no load of a page')
  const here = traceEvents.filter(({ pid, ts }) => pid === load.pid && ts >= load.ts)
  const paint = here.find(({ name }) => name === 'firstContentfulPaint')
  if (!paint) throw new Error('The page never painted')
  return here
    .filter(({ name, tid, ts }) => name === 'RunTask' && tid === load.tid && ts >= paint.ts)
    .map(({ tdur = 0 }) => Math.max(0, (tdur / 1000) * slower - longTaskMs))
    .reduce((sum, ms) => sum + ms, 0)
}
