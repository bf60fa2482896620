import { listen } from '@tba/event-store/listen.ts'
import type { DatabasePool } from 'slonik'
import type { Keyring } from '../sealing/keyring.ts'
import { type Keks, registerKek } from './keks.ts'
import { keyCache } from './key-cache.ts'
import { destroyedChannel, personKeys } from './person-keys.ts'

type VaultOptions = { pool: DatabasePool; keks: Keks; connectionString: string }
export type Vault = Keyring & { close(): Promise<void> }

/**
 * The vault of a service. A notification removes keys from the cache that another process destroys. Without a connection
 * nothing is cached. If the connection dies unnoticed, a key stays for a minute at most.
 * @throws {KekUnknown} the key file does not belong to this vault
 */
export async function openVault({ pool, keks, connectionString }: VaultOptions): Promise<Vault> {
  const cache = keyCache()
  cache.suspend()
  const listener = listen({
    connectionString,
    channel: destroyedChannel,
    applicationName: 'vault',
    onNotification: person => cache.forget(person),
    onListening: () => cache.resume(),
    onLost: () => cache.suspend(),
  })
  const ready = listener.opened.then(() => registerKek(pool, keks))
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
