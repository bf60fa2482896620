import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import type { createPool } from '@tba/runtime/postgres/pool.ts'
import { kekOf, keksOf, registerKek } from '@tba/runtime/vault/keks.ts'
import { migrateVault } from '@tba/runtime/vault/person-keys.ts'
import { rewrap, withKeyChangeLock } from '@tba/runtime/vault/rewrap.ts'
import { beginKeyChange, endKeyChange, type Keys, keyCommand, openKeys } from '../local/data/keys.ts'

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
    const keys = keyCommand() ? ofCommand(openKeys(dataDir, { dataExists: true })) : beginKeyChange(dataDir)
    const count = await rewrap(pool, { keks: keksOf(keys), former: kekOf(keys.formerKek), onProgress })
    if (!keyCommand()) endKeyChange(dataDir)
    return count
  })
}

/** The operator changes the key where the command finds it. @throws {StartRefusal} */
function ofCommand({ formerKek, ...keys }: Keys) {
  if (formerKek) return { ...keys, formerKek }
  throw new StartRefusal(
    'The command of KEY_COMMAND has to print two keys, each on a line: the new one, then the one of before. Run this again then.',
  )
}
