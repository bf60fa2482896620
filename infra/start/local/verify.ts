import { openEventStore } from '@tba/event-store/open.ts'
import { FoldFailed, summaryOf, WriteRefused } from '@tba/projector/engine/commit/faults.ts'
import { NotLive } from '@tba/projector/verify/comparison.ts'
import { lineOf, progressLineOf, type VerifyStep, verify } from '@tba/projector/verify/verify.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { personKeys } from '@tba/runtime/vault/person-keys.ts'
import { runCommand } from './command.ts'
import { readEnvironment } from './environment.ts'
import { announce, oncePerSecond } from './progress.ts'
import { reachDatabase } from './reach.ts'

/** Compares every read table with the log, also while the product runs. Exits with 1 on a difference. */

const noTablesMessage = 'There is nothing to verify yet: npm start makes the tables.'

async function verifyTables(opened: AsyncDisposableStack): Promise<void> {
  const environment = readEnvironment(process.env)
  const { url, keys } = await reachDatabase(environment, { opened, noTablesMessage })
  const pool = await createPool(url, { applicationName: 'verify', max: 4 })
  opened.defer(() => pool.end())
  const store = await openEventStore({ url: environment.eventStoreUrl ?? url, applicationName: 'verify' })
  opened.defer(() => store.close())
  const log = eventLog(store, personKeys(pool, keksOf(keys)))
  const report = oncePerSecond(announce)
  const onProgress = (step: VerifyStep) => report(progressLineOf(step))
  const findings = await verify({ log, pool, connectionString: url, onProgress })
  for (const finding of findings) announce(lineOf(finding))
  if (!findings.every(({ isSame }) => isSame)) process.exitCode = 1
}

function sentenceOf(error: unknown): string | null {
  if (error instanceof FoldFailed || error instanceof WriteRefused)
    return `The log cannot be folded anew: ${error.message}: ${summaryOf(error)}.`
  if (error instanceof NotLive) return `${error.message}. npm start folds the tables of this version.`
  return null
}

await runCommand(verifyTables, { noTablesMessage, sentenceOf })
