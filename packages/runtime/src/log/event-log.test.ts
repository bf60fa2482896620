import type { CaughtUp, EventStore, Position, StoredEvent } from '@tba/event-store/port.ts'
import type { Keyring } from '../sealing/keyring.ts'
import { eventLog } from './event-log.ts'

const keyring: Keyring = {
  sealing: () => Promise.reject(new Error('nothing is sealed here')),
  opening: async () => new Map(),
  willErase: async () => {},
  willDestroy: async () => {},
  destroy: async () => {},
}
const metadata = { actor: 'test', correlationId: 'c', causationId: 'c', schemaVersion: 1 }
const event = (type: string, revision: number): StoredEvent => ({
  id: `e${revision}`,
  type,
  data: {},
  metadata,
  stream: 'setup-x',
  revision,
  position: `${revision}` as Position,
  recordedAt: '2026-07-14T15:20:00.000Z',
})
const history = [event('SetupCompleted', 0), event('BotPaused', 1), event('SetupCompleted', 2)]

async function* each(): AsyncGenerator<StoredEvent> {
  yield* history
}
async function* batches(): AsyncGenerator<readonly StoredEvent[] | CaughtUp> {
  yield history
  yield { caughtUp: '2' as Position }
}
const store = { read: each, readAll: each, follow: batches } as unknown as EventStore
const log = eventLog(store, keyring)
const { signal } = new AbortController()

test('a follower gets the neighbours of an event that cannot be read', async () => {
  const [handed, end] = await Array.fromAsync(log.follow({ signal }))
  expect(handed).toMatchObject([{ data: {} }, { unreadable: { reason: 'unknown-type' } }, { data: {} }])
  expect(end).toEqual({ caughtUp: '2' })
  expect(await Array.fromAsync(log.readTolerantly('setup-x'))).toEqual(handed)
})

test('a strict read stops at an event that cannot be read', async () => {
  for (const reading of [log.read('setup-x'), log.readAll()]) {
    const seen: number[] = []
    const read = async () => {
      for await (const { revision } of reading) seen.push(revision)
    }
    await expect(read()).rejects.toMatchObject({
      name: 'EventUnreadable',
      message: expect.stringContaining('setup-x@1'),
      event: { revision: 1, unreadable: { reason: 'unknown-type' } },
    })
    expect(seen).toEqual([0])
  }
})
