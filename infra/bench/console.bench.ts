import { measureCopy, measureFollowing } from './console/copy.ts'
import { measureHistory } from './console/history.ts'
import { openProduct } from './console/product.ts'
import { type Bench, timed } from './harness.ts'
import { needWrk } from './wrk.ts'

/**
 * The console on a large log: 500,000 visits of ten events each, with leads, questionnaires and customers. They are created once,
 * which takes a while. All calls use HTTP.
 */
export async function measure(bench: Bench): Promise<void> {
  await needWrk()
  const product = await openProduct(bench.visitsOr(500_000), bench.opened)
  await measureHistory(bench, product)
  const paths = bench.figure('paths of depth 5', 'ms', { max: 1_500 })
  const retention = bench.figure('retention', 'ms', { max: 300 })
  const timeOf = (path: string) => timed(() => product.ask(path))
  const overview = bench.figure('Panoramica: 14 days against those before', 'ms', { max: 300 })
  const dashboard = bench.figure('dashboard', 'ms')
  await bench.rounds(5, [
    async () => overview.values.push(await timeOf(twoWeeks(overview.values.length))),
    async () => dashboard.values.push(await timeOf('/api/admin/dashboard')),
    async () => paths.values.push(await timeOf('/api/admin/paths?event=VisitStarted&depth=5')),
    async () => retention.values.push(await timeOf('/api/admin/retention?action=InteractionTracked')),
  ])
  const [quiet, crowded] = [
    bench.figure('Panoramica', 'ms'),
    bench.figure('Panoramica under downloads', 'ms'),
  ]
  await bench.rounds(5, [
    async () => quiet.values.push(await timeOf(twoWeeks(1_000 + quiet.values.length))),
    async () => {
      const leaving = new AbortController()
      const downloads = Array.from({ length: 40 }, () => product.downloadInLoop(leaving.signal))
      crowded.values.push(await timeOf(twoWeeks(2_000 + crowded.values.length)))
      leaving.abort()
      await Promise.all(downloads)
    },
  ])
  bench.ratio(crowded, quiet, { max: 4 })
  await measureCopy(bench, product)
  await measureFollowing(bench, product)
}

const dayMs = 86_400_000

/** Shifts the periods by a millisecond each time, because a cached answer takes no time. */
function twoWeeks(shiftMs: number): string {
  const before = (days: number) => new Date(Date.now() - days * dayMs - shiftMs).toISOString()
  const periods = { from: before(14), to: before(0), compareFrom: before(28), compareTo: before(14) }
  return `/api/admin/overview?${new URLSearchParams(periods)}`
}
