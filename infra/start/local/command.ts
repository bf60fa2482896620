import { type ParseArgsConfig, parseArgs } from 'node:util'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { withTimeout } from '@tba/event-store/with-timeout.ts'
import { EventUnreadable } from '@tba/runtime/log/open-event.ts'
import { refusalOf as refusalOfRuntime } from '@tba/runtime/refusal.ts'
import { StorageUnavailable } from '@tba/runtime/storage/objects.ts'
import { printError } from './progress.ts'

type CommandMessages = {
  /** The sentence if the product's tables do not exist yet. */
  noTablesMessage?: string
  /** The sentence for an expected error of this command; null for others. */
  messageOf?: (error: unknown) => string | null
}

/** After a signal. What is still running has confirmed nothing. */
const closeWithinMs = 5_000
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

/**
 * Runs a command and closes what it opened, also when a signal interrupts it. An expected error is one sentence, and exit code 1.
 */
export async function runCommand(
  work: (opened: AsyncDisposableStack, interrupted: AbortSignal) => Promise<void>,
  { noTablesMessage, messageOf }: CommandMessages = {},
): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const interrupting = new AbortController()
  for (const [name, code] of Object.entries(exitCodes))
    process.once(name, () => {
      process.exitCode = code
      printError('Stopped.')
      interrupting.abort()
      void withTimeout(closeWithinMs, opened.disposeAsync(), () => {}).finally(() => process.exit(code))
    })
  try {
    await work(opened, interrupting.signal)
  } catch (error) {
    // What was closed meanwhile fails.
    if (interrupting.signal.aborted) return
    const ofTables = noTablesMessage && isUndefinedTable(error) ? noTablesMessage : null
    const message = messageOf?.(error) ?? ofTables ?? refusalOf(error)
    if (!message) throw error
    printError(message)
    process.exitCode = 1
  }
}

/** Whether a query failed because the product's tables do not exist yet. */
function isUndefinedTable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '42P01') || isUndefinedTable(error.cause)
}

/** @throws {StartRefusal} with the usage, for an unknown option or a missing value */
export function parseOptions<Config extends ParseArgsConfig>(config: Config, usage: string) {
  try {
    return parseArgs(config)
  } catch {
    throw new StartRefusal(usage)
  }
}

/** Errors whose message is enough for an operator: printed without a stack. */
const refusals = [StartRefusal, EventUnreadable, StorageUnavailable]

/** The sentence for what an operator has to mend; null for others. */
export function refusalOf(error: unknown): string | null {
  const isRefusal = error instanceof Error && refusals.some(kind => error instanceof kind)
  return isRefusal ? error.message : refusalOfRuntime(error)
}
