import { type FoundationOptions, type Foundations, openFoundations } from './foundations.ts'
import { createLogger } from './http/logger.ts'
import { processMeters } from './meters.ts'
import { Refusal } from './refusal.ts'
import { awaitServers } from './servers.ts'

type Logger = ReturnType<typeof createLogger>
type Options = Omit<FoundationOptions, 'logger' | 'meters' | 'prepare'> & {
  logLevel: string
  prepare?: (pool: Foundations['pool'], logger: Logger) => Promise<void>
}

/** What a service stands on. What it defers is closed before that. */
type Frame = Foundations & { logger: Logger; defer(close: () => unknown): void }

/**
 * Runs a service as a process of its own: waits for its servers, opens what it stands on, starts it, and closes all in
 * order on SIGTERM or SIGINT. A refusal is one sentence and exit code 1.
 * @param start where it rejects, or `ready` of what it gives back does, the process ends
 */
export async function runService(
  options: Options,
  start: (frame: Frame) => Promise<{ ready: Promise<void> } | undefined>,
): Promise<void> {
  const { name, logLevel, connectionString, eventStoreUrl = connectionString, prepare, ...others } = options
  const logger = createLogger({ service: name, level: logLevel })
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  try {
    await awaitServers({ DATABASE_URL: connectionString, EVENTSTORE_URL: eventStoreUrl }, logger)
    await using opened = new AsyncDisposableStack()
    const foundations = opened.use(
      await openFoundations({
        ...{ ...others, name, connectionString, eventStoreUrl, logger, meters: processMeters() },
        ...(prepare && { prepare: pool => prepare(pool, logger) }),
      }),
    )
    const defer = (close: () => unknown) => opened.defer(async () => void (await close()))
    const started = await start({ ...foundations, logger, defer })
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop())
    await Promise.race([stopped, started?.ready.then(() => stopped) ?? stopped])
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
