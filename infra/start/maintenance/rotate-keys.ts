import { createPool } from '@tba/runtime/postgres/pool.ts'
import { KekUnknown } from '@tba/runtime/vault/keks.ts'
import { KeyChangeRunning, KeysDamaged } from '@tba/runtime/vault/rewrap.ts'
import { runCommand } from '../local/command.ts'
import { findDatabase } from '../local/data/find-database.ts'
import { keyCommand } from '../local/data/keys.ts'
import { readEnvironment } from '../local/environment.ts'
import { announce, oncePerSecond } from '../local/progress.ts'
import { changeKey } from './change-key.ts'

/** Changes the key-encryption key, also while the product runs. */

const noTablesMessage = 'There is no key to change yet: npm start makes them.'

async function rotate(opened: AsyncDisposableStack): Promise<void> {
  const environment = readEnvironment(process.env)
  const { dataDir } = environment
  const { url } = await findDatabase(environment, { opened, noTablesMessage })
  const pool = await createPool(url, { applicationName: 'rotate-keys', max: 4 })
  opened.defer(() => pool.end())
  const report = oncePerSecond(announce)
  const onProgress = (count: number) =>
    report(`Encrypting the keys of persons with a new key: ${count.toLocaleString('en-US')}…`)
  const count = await changeKey({ dataDir, pool, onProgress })
  const place = keyCommand()
    ? 'KEY_COMMAND may print only that one now. Keep the old key with the older backups.'
    : `It is in ${dataDir}/keys.json. Replace all other copies of this file. Keep the old file with the older backups.`
  announce(`${count.toLocaleString('en-US')} keys are now encrypted with a new key. ${place}`)
}

function messageOf(error: unknown): string | null {
  if (error instanceof KeyChangeRunning)
    return 'Another change of the key, or a backup, is under way: try again when that is done.'
  if (error instanceof KekUnknown) return `Nothing was changed. ${error.message}`
  if (error instanceof KeysDamaged)
    return `The former key stays in keys.json: ${error.message}. Put their rows of vault.person_keys back from a backup, and run this again.`
  return null
}

await runCommand(rotate, { messageOf })
