import { FoldFailed, summaryOf, WriteRefused } from '@tba/projector/engine/database/faults.ts'
import { NotLive } from '@tba/projector/verify/comparison.ts'
import { lineOf, progressLineOf, type VerifyStep, verify } from '@tba/projector/verify/verify.ts'
import { runCommand } from '../local/command.ts'
import { findLog } from '../local/data/find-database.ts'
import { readEnvironment } from '../local/environment.ts'
import { announce, oncePerSecond } from '../local/progress.ts'

/** Compares every read table with the log, also while the product runs. Exits with 1 on a difference. */

const noTablesMessage = 'There is nothing to verify yet: npm start makes the tables.'

async function verifyTables(opened: AsyncDisposableStack): Promise<void> {
  const environment = readEnvironment(process.env)
  const { url, pool, log } = await findLog(environment, 'verify', { opened, noTablesMessage })
  const report = oncePerSecond(announce)
  const onProgress = (step: VerifyStep) => report(progressLineOf(step))
  const findings = await verify({ log, pool, connectionString: url, onProgress })
  for (const finding of findings) announce(lineOf(finding))
  if (!findings.every(({ isSame }) => isSame)) process.exitCode = 1
}

function messageOf(error: unknown): string | null {
  if (error instanceof FoldFailed || error instanceof WriteRefused)
    return `The log cannot be folded again: ${error.message}: ${summaryOf(error)}.`
  if (error instanceof NotLive) return `${error.message}. npm start folds the tables of this version.`
  return null
}

await runCommand(verifyTables, { noTablesMessage, messageOf })
