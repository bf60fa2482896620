import { openPostgresStore } from '@tba/event-store/postgres/store.ts'
import { lineOf, verify } from '@tba/projector/verify.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { personKeys } from '@tba/runtime/vault/person-keys.ts'
import { type Frame, joinDatabase, openDatabase } from './database.ts'
import { readEnvironment } from './environment.ts'
import { FolderInUse, lockFolder } from './lock.ts'
import { announce, complain } from './progress.ts'
import { StartRefusal } from './refusal.ts'

/** Holds every read table against the log, whether the product runs meanwhile or not. Exits with 1 on a difference. */

await using opened = new AsyncDisposableStack()
try {
  const { url, keys } = await reach(readEnvironment(process.env).dataDir, opened)
  const pool = await createPool(url, { applicationName: 'verify', max: 4 })
  opened.defer(() => pool.end())
  const store = await openPostgresStore({ connectionString: url, applicationName: 'verify' })
  opened.defer(() => store.close())
  const log = eventLog(store, personKeys(pool, keys.kek))
  const findings = await verify({ log, pool, connectionString: url })
  for (const finding of findings) announce(lineOf(finding))
  if (findings.some(({ isSame }) => !isSame)) process.exitCode = 1
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error
  complain(error.message)
  process.exitCode = 1
}

/** The database of the product that runs on this folder, or, where none does, one started for the while. */
async function reach(dataDir: string, opened: AsyncDisposableStack) {
  try {
    const lock = lockFolder(dataDir)
    opened.defer(() => lock.release())
  } catch (error) {
    if (error instanceof FolderInUse) return joinDatabase(dataDir)
    throw error
  }
  const frame: Frame = { opened, stopping: new AbortController(), onLost: reason => complain(String(reason)) }
  return openDatabase(dataDir, frame)
}
