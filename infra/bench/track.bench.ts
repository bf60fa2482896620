import fastify from 'fastify'
import type { Bench, Figure } from './harness.ts'
import { newBenchDatabase, openResources, startService, untilCaughtUp } from './services.ts'
import { clicksOfBatch, leastLoad, needWrk, wrkClicks } from './wrk.ts'

/**
 * The cost of tracking: the command-api with a running projector, compared with a bare Fastify route that accepts the same bodies
 * and does nothing. A bare round starts when the projector has caught up. Needs wrk.
 */
const usualLoad = { connections: 64, seconds: 3 }
/** Rounds that do not count: V8 needs more than ten seconds to optimise the code. */
const warmUps = 3

export async function measure({ figure, rounds, ratio, opened, size }: Bench): Promise<void> {
  await needWrk()
  const load = size(usualLoad, leastLoad)
  const database = await newBenchDatabase(opened)
  const log = await openResources(database, opened)
  await startService('projector', database, opened)
  const commandApi = await startService('command-api', database, opened)
  const bareUrl = await listenBare(opened)
  let answered = 0

  const bareTurn = (of: Figure) => async () => {
    const { callsPerSecond } = await wrkClicks({ ...load, url: bareUrl }, 'interaction')
    of.values.push(callsPerSecond)
  }
  const turn = (kind: 'interaction' | 'batch', of: Figure, p99: Figure) => async () => {
    const outcome = await wrkClicks({ ...load, url: commandApi.url }, kind)
    await untilCaughtUp(log)
    const eventsOfCall = kind === 'batch' ? clicksOfBatch : 1
    answered += outcome.calls * eventsOfCall
    of.values.push(outcome.callsPerSecond * eventsOfCall)
    p99.values.push(outcome.p99Ms)
  }

  const [bare, single] = [figure('bare route', 'calls/s'), figure('single calls', 'calls/s')]
  await rounds(9, [bareTurn(bare), turn('interaction', single, figure('p99 of single calls', 'ms'))], warmUps)
  ratio(single, bare)
  // One kind after the other: the vacuum after batches would slow single calls.
  const bareAgain = figure('bare route, beside batches', 'calls/s')
  const batches = figure(`events in batches of ${clicksOfBatch}`, 'events/s')
  await rounds(9, [bareTurn(bareAgain), turn('batch', batches, figure('p99 of batches', 'ms'))], warmUps)
  ratio(batches, bareAgain)

  const tracked = `select count(*)::int as count from log.events where type = 'InteractionTracked'`
  const { rows } = await log.sql.query(tracked)
  if (rows[0].count !== answered)
    throw new Error(`${answered} events were answered with 202, and ${rows[0].count} are in the log`)
}

async function listenBare(opened: AsyncDisposableStack): Promise<string> {
  const bare = fastify()
  opened.defer(() => bare.close())
  bare.post('/api/tracking/interaction', async (_request, reply) => reply.code(202).send({ ok: true }))
  return bare.listen({ host: '127.0.0.1', port: 0 })
}
