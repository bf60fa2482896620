import type { DatabasePool } from 'slonik'
import { listen } from '../postgres/listen.ts'
import type { Keyring } from '../sealing/keyring.ts'
import { keyCache } from './key-cache.ts'
import { destroyedChannel, personKeys } from './person-keys.ts'

type VaultOptions = { pool: DatabasePool; kek: Uint8Array; connectionString: string }
export type Vault = Keyring & { close(): Promise<void> }

/**
 * The keys of persons, for a service: keys that another process destroys are removed from the cache on its notification.
 * While the listening connection is lost, nothing is cached; where it dies unnoticed, cached keys last a minute at most.
 */
export async function openVault({ pool, kek, connectionString }: VaultOptions): Promise<Vault> {
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
  await listener.opened.catch(async error => {
    await listener.close()
    throw error
  })
  return {
    ...personKeys(pool, kek, cache),
    async close() {
      cache.suspend()
      await listener.close()
    },
  }
}
