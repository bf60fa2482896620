import { findCluster } from '@tba/embedded-postgres/cluster-folder.ts'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import { lineOf, NotLive, verify } from '@tba/projector/verify.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { personKeys } from '@tba/runtime/vault/person-keys.ts'
import { type Frame, joinDatabase, openDatabase } from './database.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { openKeys } from './keys.ts'
import { FolderInUse, lockFolder } from './lock.ts'
import { checkOwnPostgres } from './own-postgres.ts'
import { announce, complain } from './progress.ts'

/** Holds every read table against the log, whether the product runs meanwhile or not. Exits with 1 on a difference. */

const nothingYet = 'There is nothing to verify yet: npm start makes the tables.'

await using opened = new AsyncDisposableStack()
try {
  const environment = readEnvironment(process.env)
  const { url, keys } = await reach(environment, opened)
  const pool = await createPool(url, { applicationName: 'verify', max: 4 })
  opened.defer(() => pool.end())
  const store = await openEventStore({ url: environment.eventStoreUrl ?? url, applicationName: 'verify' })
  opened.defer(() => store.close())
  const log = eventLog(store, personKeys(pool, keys.kek))
  const findings = await verify({ log, pool, connectionString: url })
  for (const finding of findings) announce(lineOf(finding))
  if (findings.some(({ isSame }) => !isSame)) process.exitCode = 1
} catch (error) {
  const sentence = sentenceOf(error)
  if (!sentence) throw error
  complain(sentence)
  process.exitCode = 1
}

/** The database of the product that runs on this folder, or, where none does, one started for the while. */
async function reach({ dataDir, databaseUrl }: Environment, opened: AsyncDisposableStack) {
  if (databaseUrl) {
    const { holdsData } = await checkOwnPostgres(databaseUrl)
    if (!holdsData) throw new StartRefusal(nothingYet)
    return { url: databaseUrl, keys: openKeys(dataDir, { dataExists: true }) }
  }
  if (findCluster(dataDir) === 'absent') throw new StartRefusal(nothingYet)
  const frame: Frame = { opened, stopping: new AbortController(), onLost: reason => complain(String(reason)) }
  try {
    const lock = lockFolder(dataDir)
    opened.defer(() => lock.release())
  } catch (error) {
    if (error instanceof FolderInUse) return joinDatabase(dataDir)
    throw error
  }
  return openDatabase(dataDir, frame)
}

function sentenceOf(error: unknown): string | null {
  if (error instanceof StartRefusal) return error.message
  if (error instanceof NotLive) return `${error.message}. npm start folds the tables of this version.`
  return isUndefinedTable(error) ? nothingYet : null
}

function isUndefinedTable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '42P01') || isUndefinedTable(error.cause)
}
