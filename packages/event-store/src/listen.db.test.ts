import { freshDatabase } from '@tba/testing/database.ts'
import pg from 'pg'
import { type Listener, type ListenerQuery, listen } from './listen.ts'

const database = await freshDatabase()
afterAll(database.drop)
const speaker = new pg.Client(database.connectionString)
await speaker.connect()
afterAll(() => speaker.end())

const channel = 'What happened'
const applicationName = 'listener under test'
const received: string[] = []
const lost: unknown[] = []
let caughtUp = 0
afterEach(() => {
  received.length = 0
  lost.length = 0
  caughtUp = 0
})

function listening(
  catchUp: (ask: ListenerQuery) => unknown = () => {},
  at = database.connectionString,
): Listener {
  const listener = listen({
    connectionString: at,
    channel,
    applicationName,
    onNotification: payload => received.push(payload),
    async onListening(ask) {
      await catchUp(ask)
      caughtUp++
    },
    onLost: error => lost.push(error),
  })
  onTestFinished(() => listener.close())
  return listener
}

const notify = (payload: string) => speaker.query('select pg_notify($1, $2)', [channel, payload])
const connections = async () =>
  (
    await speaker.query(
      'select pid from pg_stat_activity where datname = current_database() and application_name = $1',
      [applicationName],
    )
  ).rows as { pid: number }[]
const killListener = async () => {
  const [connection] = await connections()
  await speaker.query('select pg_terminate_backend($1)', [connection?.pid])
}

test('receives the notifications of its channel only', async () => {
  const listener = listening()
  await listener.opened
  expect(listener.isListening).toBe(true)
  await speaker.query(`notify other, 'no'`)
  await notify('yes')
  await expect.poll(() => received).toEqual(['yes'])
})

test('reports a killed connection, opens a new one, and can query what it missed', async () => {
  const missed: unknown[] = []
  const listener = listening(async ask => missed.push(...(await ask('select 1 as missed'))))
  await listener.opened
  await killListener()
  await expect.poll(() => caughtUp).toBe(2)
  expect(lost).not.toEqual([])
  expect(missed).toEqual([{ missed: 1 }, { missed: 1 }])
  await notify('again')
  await expect.poll(() => received).toEqual(['again'])
})

test('a listener that cannot catch up is not listening, and retries on a new connection', async () => {
  let isReady = false
  const listener = listening(ask => ask(isReady ? 'select' : 'select from not_there_yet'))
  await expect(listener.opened).rejects.toThrow(/not_there_yet/)
  await expect.poll(() => lost.length).toBeGreaterThan(2)
  expect([listener.isListening, caughtUp]).toEqual([false, 0])
  isReady = true
  await expect.poll(() => listener.isListening).toBe(true)
  expect(await connections()).toHaveLength(1)
})

test('replaces a connection that does not answer', async () => {
  let isBroken = false
  const listener = listening(ask => ask(isBroken ? 'select 1 / 0' : 'select'))
  await listener.opened
  await listener.catchUp()
  expect([caughtUp, lost]).toEqual([2, []])
  isBroken = true
  await listener.catchUp()
  expect([listener.isListening, lost.length]).toEqual([false, 1])
  isBroken = false
  await expect.poll(() => listener.isListening).toBe(true)
})

test('a closed listener has no connection, reports nothing and does not reconnect, even if closed while it connects', async () => {
  const listener = listening()
  await listener.opened
  await listener.close()
  const early = listening()
  await early.close()
  await expect.poll(connections).toEqual([])
  expect([caughtUp, lost, listener.isListening, early.isListening]).toEqual([1, [], false, false])
})
