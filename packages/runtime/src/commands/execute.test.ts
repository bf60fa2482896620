import { type Position, RevisionConflict } from '@tba/event-store/port.ts'
import type { EventLog, RecordedEvent } from '../log/event-log.ts'
import { execute } from './execute.ts'
import { load } from './load.ts'

const context = { actor: 'test', correlationId: crypto.randomUUID(), causationId: crypto.randomUUID() }
const names = { firstName: 'Ada', lastName: 'Byron' }
const registration = { userId: 1, email: 'ada@example.com', ...names, passwordHash: 'x' }

/** An in-memory log that counts the events it returns. */
function countingLog() {
  const streams = new Map<string, RecordedEvent[]>()
  let readCount = 0
  const log: Pick<EventLog, 'append' | 'read'> = {
    async append(stream, events, { expected }) {
      const held = streams.get(stream) ?? []
      const actual = held.length - 1
      if (expected !== (actual < 0 ? 'no_stream' : actual))
        throw new RevisionConflict(stream, expected, actual)
      const recordedAt = new Date().toISOString()
      const added = events.map((event, at) => {
        const revision = held.length + at
        const position = String(revision).padStart(9, '0') as Position
        return { ...event, id: crypto.randomUUID(), stream, revision, position, recordedAt, metadata: {} }
      })
      streams.set(stream, [...held, ...(added as unknown as RecordedEvent[])])
      return { revision: held.length + added.length - 1, position: added.at(-1)?.position as Position }
    },
    async *read(stream, { from = 0 } = {}) {
      for (const event of (streams.get(stream) ?? []).slice(from)) {
        readCount++
        yield event
      }
    },
  }
  return {
    log: log as EventLog,
    reads: () => readCount,
    /** Simulates a restore from an earlier backup. */
    loseNewest: (stream: string) => streams.set(stream, (streams.get(stream) ?? []).slice(0, -1)),
  }
}

async function customer() {
  const it = countingLog()
  const accountId = crypto.randomUUID()
  const executing = { log: it.log, context }
  await execute(executing, accountId, { type: 'RegisterAccount', registration })
  const write = (bio: string) => execute(executing, accountId, { type: 'UpdateProfile', changes: { bio } })
  return { ...it, accountId, write }
}

test('reads and uses what another process wrote meanwhile', async () => {
  const { log, accountId, write } = await customer()
  await write('mine')
  const changed = { type: 'ProfileUpdated', data: { changes: { bio: 'theirs' } } } as const
  await log.append(`account-${accountId}`, [changed], { expected: 1, context })
  // The stream already says this, so nothing is written.
  expect(await write('theirs')).toMatchObject({ position: null, revision: 2 })
  expect((await load(log, 'account', accountId)).state).toMatchObject({ profile: { bio: 'theirs' } })
})

test('answers the revision of its own events, also if another process writes at once', async () => {
  const { log, accountId, write } = await customer()
  const theirs = { type: 'ProfileUpdated', data: { changes: { bio: 'theirs' } } } as const
  const append = log.append
  log.append = async (stream, events, options) => {
    log.append = append
    const appended = await append(stream, events, options)
    await append(stream, [theirs], { expected: appended.revision, context })
    return appended
  }
  expect(await write('mine')).toMatchObject({ revision: 1 })
  expect((await load(log, 'account', accountId)).revision).toBe(2)
})

test('folds the stream from its start when the log holds less than was folded', async () => {
  const { accountId, write, loseNewest, log } = await customer()
  await write('lost')
  loseNewest(`account-${accountId}`)
  expect(await write('kept')).toMatchObject({ revision: 1 })
  expect((await load(log, 'account', accountId)).state).toMatchObject({ profile: { bio: 'kept' } })
})

test('a stream that was lost, or has other events since, is not taken from memory', async () => {
  const { accountId, write, loseNewest, log } = await customer()
  const stream = `account-${accountId}`
  const stateNow = async () => (await load(log, 'account', accountId)).state
  await write('lost')
  loseNewest(stream)
  expect(await stateNow()).toMatchObject({ profile: { bio: null } })
  await write('lost too')
  loseNewest(stream)
  const changed = { type: 'ProfileUpdated', data: { changes: { bio: 'theirs' } } } as const
  await log.append(stream, [changed], { expected: 0, context })
  expect(await stateNow()).toMatchObject({ profile: { bio: 'theirs' } })
  loseNewest(stream)
  loseNewest(stream)
  expect((await load(log, 'account', accountId)).revision).toBe(-1)
})

test('calls at once fold a stream once, and then read only what is new', async () => {
  const { log, accountId, write, reads } = await customer()
  for (let n = 0; n < 50; n++) await write(`${n}`)
  const [restarted, before] = [{ ...log }, reads()]
  await Promise.all(Array.from({ length: 20 }, () => load(restarted, 'account', accountId)))
  expect(reads() - before).toBe(51 + 19)
})

test('a state is kept, however many events its stream has', async () => {
  const { log, accountId, reads } = await customer()
  const change = { type: 'ProfileUpdated', data: { changes: { bio: 'mine' } } } as const
  const many = Array.from({ length: 21_000 }, () => change)
  await log.append(`account-${accountId}`, many, { expected: 0, context })
  await load(log, 'account', accountId)
  const before = reads()
  await load(log, 'account', accountId)
  expect(reads() - before).toBe(1)
})

test('a full stream takes no more by a command with a limit, but others', async () => {
  const { log, accountId, write } = await customer()
  await write('second')
  const limited = (bio: string, maxEvents: number) =>
    execute({ log, context, maxEvents }, accountId, { type: 'UpdateProfile', changes: { bio } })
  await limited('third', 3)
  await expect(limited('fourth', 3)).rejects.toMatchObject({ status: 409 })
  expect(await limited('third', 3)).toMatchObject({ position: null })
  expect(await write('fourth')).toMatchObject({ revision: 3 })
})
