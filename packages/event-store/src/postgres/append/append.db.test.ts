import { waitUntil } from '@tba/testing/wait.ts'
import { type Expected, type NewEvent, type Position, RevisionConflict } from '../../port.ts'
import { idsOf, readable, someEvent, someEvents, someStream } from '../../testing/contract/harness.ts'
import { startProxy } from '../../testing/proxy.ts'
import { openPostgresStore } from '../store.ts'
import { delayedCommit, postgresHarness } from '../testing/harness.ts'

const harness = await postgresHarness()
afterAll(() => harness.close())

const stored = (stream: string) => Array.fromAsync(harness.store.read(stream))

/** The process of an append that waits for another transaction. */
async function untilBlocked(notPid = 0): Promise<number> {
  const { rows } = await waitUntil(async () => {
    const found = await harness.admin.query(
      `select pid from pg_stat_activity where datname = current_database()
           and application_name = 'event-log' and wait_event_type = 'Lock' and pid <> $1`,
      [notPid],
    )
    return found.rowCount === 1 && found
  })
  return rows[0].pid
}

test('appends that arrive together are in the log in order of arrival, with any stream names', async () => {
  const streams = Array.from({ length: 16 }, someStream).sort().reverse()
  const events = streams.map(() => someEvent())
  const appended = await Promise.all(
    streams.map((stream, at) => harness.store.append(stream, [events[at] as NewEvent], 'no_stream')),
  )
  const positions = appended.map(({ position }) => position)
  expect(positions).toEqual(positions.toSorted())
})

describe('appends in a given order', () => {
  const one = (stream: string, expected: Expected, events = someEvents(1)) => ({ stream, expected, events })

  test('are in the log as given, with streams interleaved', async () => {
    const [late, early] = [someStream(), someStream()].sort().reverse() as [string, string]
    const appends = Array.from({ length: 700 }, (_, at) =>
      one(at % 3 === 0 ? late : early, at < 2 ? 'no_stream' : 'any'),
    )
    appends.push(one(late, 233, someEvents(900)))
    await harness.store.appendInOrder(appends)
    await readable(harness.store, (await harness.store.head()) as Position)
    const log = await Array.fromAsync(harness.store.readAll())
    const theirs = log.filter(({ stream }) => stream === late || stream === early)
    expect(idsOf(theirs)).toEqual(appends.flatMap(({ events }) => idsOf(events)))
  })

  test('stop at the first conflict', async () => {
    const [taken, free] = [someStream(), someStream()]
    await harness.store.append(taken, [someEvent()], 'no_stream')
    const appending = harness.store.appendInOrder([one(free, 'no_stream'), one(taken, 'no_stream')])
    await expect(appending).rejects.toThrow(RevisionConflict)
  })
})

test('an append that waited for another one of its stream comes after it in the log', async () => {
  const stream = someStream()
  const first = someEvent()
  const other = await delayedCommit(harness.connectionString, stream, first)
  const second = someEvent()
  const appending = harness.store.append(stream, [second], 'any')
  await untilBlocked()
  await other.commit()
  const { revision, position } = await appending
  expect(revision).toBe(1)
  await readable(harness.store, position)
  const log = await Array.fromAsync(harness.store.readAll())
  expect(idsOf(log.filter(event => event.stream === stream))).toEqual([first.id, second.id])
})

test('one event id for two streams is written to one of them', async () => {
  const event = someEvent()
  const [one, other] = [someStream(), someStream()]
  const results = await Promise.allSettled(
    [one, other].map(stream => harness.store.append(stream, [event], 'any')),
  )
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(harness.store.append(someStream(), [event], 'any')).rejects.toThrow(RevisionConflict)
  expect([...(await stored(one)), ...(await stored(other))]).toHaveLength(1)
})

test('a committed append whose answer was lost is recognised and not written again', async () => {
  const through = new URL(harness.connectionString)
  const proxy = await startProxy({ host: through.hostname, port: Number(through.port) })
  onTestFinished(proxy.close)
  through.host = proxy.host
  const store = await openPostgresStore({ connectionString: through.href })
  onTestFinished(store.close)
  const [stream, contended] = [someStream(), someStream()]
  await harness.store.append(contended, [someEvent()], 'no_stream')
  proxy.loseAnswers()
  const answering = Promise.allSettled([
    store.append(stream, someEvents(3), 'any'),
    store.append(contended, [someEvent()], 'no_stream'),
  ])
  await expect.poll(() => stored(stream)).toHaveLength(3)
  proxy.cutAndAnswer()
  const answers = await answering
  expect(answers).toEqual([
    { status: 'fulfilled', value: { revision: 2, position: (await stored(stream))[2]?.position } },
    { status: 'rejected', reason: expect.any(RevisionConflict) },
  ])
  expect(await stored(stream)).toHaveLength(3)
})
