import { listen } from '@tba/event-store/listen.ts'
import type { DatabasePool } from 'slonik'
import type { Keyring } from '../sealing/keyring.ts'
import { enrol } from './enrol.ts'
import type { Keks } from './keks.ts'
import { keyCache } from './key-cache.ts'
import { destroyedChannel, personKeys } from './person-keys.ts'

type VaultOptions = { pool: DatabasePool; keks: Keks; connectionString: string }
export type Vault = Keyring & { close(): Promise<void> }

/**
 * The keys of persons, for a service: keys that another process destroys are removed from the cache on its notification.
 * While the listening connection is lost, nothing is cached; where it dies unnoticed, cached keys last a minute at most.
 * @throws {KekUnknown} the key file is not the one of this vault
 */
export async function openVault({ pool, keks, connectionString }: VaultOptions): Promise<Vault> {
  const cache = keyCache()
  cache.suspend()
  const listener = listen({
    connectionString,
    channel: destroyedChannel,
    applicationName: 'vault',
    onHeard: person => cache.forget(person),
    onListening: () => cache.resume(),
    onLost: () => cache.suspend(),
  })
  const ready = listener.opened.then(() => enrol(pool, keks))
  await ready.catch(async error => {
    await listener.close()
    throw error
  })
  return {
    ...personKeys(pool, keks, cache),
    async close() {
      cache.suspend()
      await listener.close()
    },
  }
}
