import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { appendsPerSecond, into } from '../append.bench.ts'
import { askFunnel } from '../funnels.bench.ts'
import { type Bench, timed } from '../harness.ts'
import { analyticsFolder, memoryMb, untilCaughtUp } from '../services.ts'
import { leastLoad, wrkClicks } from '../wrk.ts'
import type { Product } from './product.ts'

const usualLoad = { connections: 64, seconds: 3 }
const funnels = 3

/** Builds the analytics copy, restarts with an existing one, and measures its memory. */
export async function measureCopy({ figure, rounds }: Bench, product: Product): Promise<void> {
  const { dataset, log, progress, waitForAnswer } = product
  const { rows } = await log.sql.query('select count(*)::int as count from log.events')
  const build = figure('copy: built from the log', 'events/s')
  const first = figure('copy: first answer after a restart', 'ms')
  const idle = figure('query-api: memory, idle', 'MB')
  const inFunnel = figure('query-api: memory, funnels', 'MB')
  const [quiet, busy] = [figure('GET of a customer', 'ms'), figure('GET while a copy is built', 'ms')]

  await rounds(3, [
    async () => {
      await product.stopQueryApi()
      await rm(analyticsFolder(dataset.folder), { recursive: true })
      await product.restartQueryApi()
      let isBuilt = false
      const building = timed(waitForAnswer).finally(() => {
        isBuilt = true
      })
      while (!isBuilt) {
        busy.values.push(await timed(progress))
        await pause(20)
      }
      build.values.push((rows[0].count * 1_000) / (await building))
    },
    async () => {
      await product.stopQueryApi()
      first.values.push(await timed(() => product.restartQueryApi().then(waitForAnswer)))
      for (let call = 0; call < 100; call++) {
        quiet.values.push(await timed(progress))
        await pause(20)
      }
      idle.values.push(memoryMb(product.queryApi().pid, 'VmRSS'))
      for (let count = 0; count < funnels; count++) await askFunnel(product, true)
      inFunnel.values.push(memoryMb(product.queryApi().pid, 'VmHWM'))
    },
  ])
}

/** How much a following copy slows tracking and appends. Its events stay in the dataset. Needs wrk. */
export async function measureFollowing(bench: Bench, product: Product): Promise<void> {
  const { figure, rounds, ratio } = bench
  const { commandApi, log } = product
  const load = { ...bench.size(usualLoad, leastLoad), url: commandApi.url }
  const figures = (kind: string) => ({
    tracked: figure(`tracking ${kind}`, 'calls/s'),
    appended: figure(`appends ${kind}`, 'appends/s'),
    projected: figure(`read tables ${kind}`, 'events/s'),
  })
  const [without, following] = [figures('without a copy'), figures('while a copy follows')]
  const turn = async ({ tracked, appended, projected }: typeof without) => {
    // A process that has just started still compiles its code.
    await wrkClicks(load, 'interaction')
    await untilCaughtUp(log)
    const newest = async () => {
      const { rows } = await log.sql.query('select max(position)::int as position from log.events')
      return rows[0].position as number
    }
    const [before, startMs] = [await newest(), performance.now()]
    tracked.values.push((await wrkClicks(load, 'interaction')).callsPerSecond)
    await untilCaughtUp(log)
    const took = performance.now() - startMs
    projected.values.push((((await newest()) - before) * 1_000) / took)
    appended.values.push(await appendsPerSecond(into(log.store)))
    await untilCaughtUp(log)
  }
  await rounds(5, [
    () => product.stopQueryApi().then(() => turn(without)),
    () =>
      product
        .restartQueryApi()
        .then(product.waitForAnswer)
        .then(() => turn(following)),
  ])
  ratio(following.tracked, without.tracked)
  ratio(following.appended, without.appended)
}
