import type { createPool } from '@tba/runtime/postgres/pool.ts'
import { kekOf, keksOf, registerKek } from '@tba/runtime/vault/keks.ts'
import { migrateVault } from '@tba/runtime/vault/person-keys.ts'
import { rewrap, withKeyChangeLock } from '@tba/runtime/vault/rewrap.ts'
import { beginKeyChange, endKeyChange, openKeys } from '../local/data/keys.ts'

type Change = {
  dataDir: string
  pool: Awaited<ReturnType<typeof createPool>>
  onProgress: (count: number) => void
}

/**
 * Changes the key-encryption key. The file has both keys until the vault no longer needs the former one. So the next run continues
 * an interrupted change, and every process that reads the file meanwhile can open every key.
 * @returns the number of rewrapped keys
 * @throws {KeyChangeRunning}
 * @throws {KekUnknown} the file does not belong to this vault: nothing was changed
 */
export async function changeKey({ dataDir, pool, onProgress }: Change): Promise<number> {
  await migrateVault(pool)
  return withKeyChangeLock(pool, async () => {
    await registerKek(pool, keksOf(openKeys(dataDir, { dataExists: true })))
    const keys = beginKeyChange(dataDir)
    const count = await rewrap(pool, { keks: keksOf(keys), former: kekOf(keys.formerKek), onProgress })
    endKeyChange(dataDir)
    return count
  })
}
