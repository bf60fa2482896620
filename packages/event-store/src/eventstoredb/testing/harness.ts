import type { OpenedStore } from '../../port.ts'
import type { Harness } from '../../testing/contract/harness.ts'
import { type CuttingProxy, startProxy } from '../../testing/proxy.ts'
import { connect } from '../connection.ts'
import { timeouts } from '../limits.ts'
import { readHead } from '../read/read-log.ts'
import { type EventStoreDbOptions, openEventStoreDb } from '../store.ts'
import { type Emulator, startEmulator } from './emulator/emulator.ts'

export type EventStoreDbHarness = Harness & {
  store: OpenedStore
  proxy: CuttingProxy
  /** Through the proxy. */
  url: string
  /** Directly. */
  address: string
  another(options?: Partial<EventStoreDbOptions>): Promise<OpenedStore>
}

/** The adapter on the server at this address, or the leader of its cluster, with a proxy in between. */
export async function eventStoreDbHarness(address: string): Promise<EventStoreDbHarness> {
  const [host = '', port] = (await leaderOf(address)).split(':')
  const proxy = await startProxy({ host, port: Number(port) })
  const [, login = '', options = ''] = /:\/\/([^@/?]+@)?[^?]+(\?.*)?$/.exec(address) ?? []
  const url = `esdb://${login}${proxy.host}${options}`
  const stores: OpenedStore[] = []
  async function another(options: Partial<EventStoreDbOptions> = {}): Promise<OpenedStore> {
    const store = await openEventStoreDb({ url, ...options })
    stores.push(store)
    return store
  }
  return {
    proxy,
    url,
    address,
    store: await another(),
    another,
    breakConnections: async () => proxy.cut(),
    delayedCommit: { reason: 'EventStoreDB has no transactions: a later write is later in the log' },
    comparesAllIds: { reason: 'the server compares ids from the expected revision on, and no earlier ones' },
    removesDeleted: { reason: 'the log shows deleted events until a scavenge' },
    async close() {
      await Promise.all(stores.map(store => store.close()))
      await proxy.close()
    },
  }
}

/** The node that answers, as `host:port`. @throws {StoreUnavailable} */
export async function leaderOf(url: string): Promise<string> {
  const connection = connect(url, timeouts.answerMs)
  try {
    await readHead(connection)
    return (await connection.streams()).getChannel().getTarget().replace('dns:', '')
  } finally {
    await connection.close()
  }
}

/** An emulator for a test file, and the adapter on it. */
export function useEmulator(): () => EventStoreDbHarness & { emulator: Emulator } {
  let current: EventStoreDbHarness & { emulator: Emulator }
  beforeAll(async () => {
    const emulator = await startEmulator()
    current = { ...(await eventStoreDbHarness(emulator.url)), emulator }
  })
  afterAll(async () => {
    await current.close()
    await current.emulator.close()
  })
  return () => current
}
