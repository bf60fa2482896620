import { startProxy } from '@tba/event-store/testing/proxy.ts'
import { world } from '../../testing/world.ts'
import { connect } from '../database/connection.ts'
import { acquireLeadership } from './leader.ts'

/** A network between a host and the database that can lose everything: no data and no end of connection pass. */
async function network(connectionString: string) {
  const { hostname, port } = new URL(connectionString)
  const { host, close, hold } = await startProxy({ host: hostname, port: Number(port) })
  onTestFinished(close)
  const through = Object.assign(new URL(connectionString), { host }).href
  return { connectionString: through, swallow: hold }
}

/** The number of queries, with heartbeats, that a leader sends from now on. */
function queriesOf({ client }: Awaited<ReturnType<typeof acquireLeadership>>): () => number {
  let sent = 0
  const query = client.query.bind(client)
  client.query = ((...sending: Parameters<typeof query>) => {
    sent += 1
    return query(...sending)
  }) as typeof client.query
  return () => sent
}

test('another leader replaces a leader whose host vanished', async () => {
  const it = await world()
  const { connectionString, swallow } = await network(it.connectionString)
  const leader = await acquireLeadership({
    connectionString,
    applicationName: 'vanishing',
    heartbeatMs: 100,
    // A busy machine is silent for a second or two.
    silentMs: 5_000,
  })
  onTestFinished(() => leader.close())
  expect(await leader.claim(['tally@1'])).toEqual(['tally@1'])
  const standby = await acquireLeadership({
    connectionString: it.connectionString,
    applicationName: 'standby',
  })
  onTestFinished(() => standby.close())
  expect(await standby.claim(['tally@1'])).toEqual([])
  swallow()
  await expect.poll(() => standby.claim(['tally@1'])).toEqual(['tally@1'])
})

test('an idle leader keeps its lead, and a silent one loses it after 20 s', async () => {
  const it = await world()
  const { connectionString } = it
  const leader = await acquireLeadership({ connectionString, applicationName: 'quiet', heartbeatMs: 100 })
  onTestFinished(() => leader.close())
  await leader.claim(['tally@1'])
  // Nothing but heartbeats.
  const sent = queriesOf(leader)
  await expect.poll(sent).toBeGreaterThan(20)
  expect(leader.lost.aborted).toBe(false)
  const usual = await acquireLeadership({ connectionString, applicationName: 'usual' })
  onTestFinished(() => usual.close())
  expect((await usual.client.query('show idle_session_timeout')).rows).toEqual([
    { idle_session_timeout: '20s' },
  ])
})

test('a connection to a server that vanished is closed', async () => {
  const { connectionString, swallow } = await network((await world()).connectionString)
  const connection = await connect(connectionString)
  expect(await connection.query({ text: 'select 1 as one' })).toEqual([{ one: 1 }])
  swallow()
  await connection.close()
  await expect(connection.query({ text: 'select 1' })).rejects.toThrow()
})
