import { type ParseArgsConfig, parseArgs } from 'node:util'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { announceOnStandardError, printError } from './progress.ts'
import { refusalOf } from './refusals.ts'

type Sentences = {
  /** The sentence if the product's tables do not exist yet. */
  noTablesMessage?: string
  /** The sentence for an expected error of this command; null for others. */
  sentenceOf?: (error: unknown) => string | null
}

/** Runs a command and closes what it opened. An expected error is one sentence, and exit code 1. */
export async function runCommand(
  work: (opened: AsyncDisposableStack) => Promise<void>,
  { noTablesMessage, sentenceOf }: Sentences = {},
): Promise<void> {
  await using opened = new AsyncDisposableStack()
  try {
    await work(opened)
  } catch (error) {
    const ofTables = noTablesMessage && isUndefinedTable(error) ? noTablesMessage : null
    const sentence = sentenceOf?.(error) ?? ofTables ?? refusalOf(error)
    if (!sentence) throw error
    printError(sentence)
    process.exitCode = 1
  }
}

/** The same for a command that writes only data to standard output. A signal ends it. */
export async function runDataCommand(
  work: (opened: AsyncDisposableStack, interrupted: AbortSignal) => Promise<void>,
  { sentenceOf, ...sentences }: Sentences,
): Promise<void> {
  announceOnStandardError()
  const interrupting = new AbortController()
  const { signal } = interrupting
  process.once('SIGINT', () => interrupting.abort(130))
  process.once('SIGTERM', () => interrupting.abort(143))
  await runCommand(opened => work(opened, signal), {
    ...sentences,
    sentenceOf: error => (signal.aborted ? 'Stopped.' : (sentenceOf?.(error) ?? null)),
  })
  if (signal.aborted) process.exitCode = signal.reason
}

/** Whether a query failed because the product's tables do not exist yet. */
function isUndefinedTable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '42P01') || isUndefinedTable(error.cause)
}

/** @throws {StartRefusal} with the usage, for an unknown option or a missing value */
export function parsed<Config extends ParseArgsConfig>(config: Config, usage: string) {
  try {
    return parseArgs(config)
  } catch {
    throw new StartRefusal(usage)
  }
}
