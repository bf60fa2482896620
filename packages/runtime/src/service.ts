import { withTimeout } from '@tba/event-store/with-timeout.ts'
import { createLogger } from './http/operations/logger.ts'
import { processMeters } from './meters.ts'
import { refusalOf } from './refusal.ts'
import { waitForServers } from './servers.ts'
import { openSharedResources, type SharedResourceOptions, type SharedResources } from './shared-resources.ts'

type Logger = ReturnType<typeof createLogger>
type Options = Omit<SharedResourceOptions, 'logger' | 'meters' | 'prepare'> & {
  logLevel: string
  prepare?: (pool: SharedResources['pool'], logger: Logger) => Promise<void>
}

/** What a service runs on. `defer` closes something before the resources close. */
type ServiceResources = SharedResources & { logger: Logger; defer(close: () => unknown): void }

/** A start has confirmed nothing, and a request that is not answered after the longer time neither. */
const closeWithinMs = { atStart: 5_000, later: 15_000 }

/**
 * Lets the exit of this process end no thread: one of DuckDB in the middle of a statement would abort it with a Napi::Error.
 * What listens to the exit is called before.
 */
export function leaveThreads(): void {
  process.once('exit', () => process.kill(process.pid, 'SIGKILL'))
}

/**
 * Runs a service in its own process: waits for the servers, opens the resources, starts the service, and closes all in
 * order on SIGTERM or SIGINT, or when the process that forked it ends, also while it still starts. An operator's fault
 * prints one sentence and exits with code 1.
 * @param read reads the environment
 * @param start the process ends if it rejects, or if the `ready` that it returns rejects
 */
export async function runService<Environment extends Options>(
  read: () => Environment,
  start: (frame: ServiceResources, environment: Environment) => Promise<{ ready: Promise<void> } | undefined>,
): Promise<void> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop())
  // The process that forked this one was killed.
  process.once('disconnect', () => stop())
  const opened = new AsyncDisposableStack()
  let limitMs = closeWithinMs.atStart

  async function run(): Promise<void> {
    const environment = read()
    const {
      name,
      logLevel,
      connectionString,
      eventStoreUrl = connectionString,
      prepare,
      ...others
    } = environment
    const logger = createLogger({ service: name, level: logLevel })
    await waitForServers({ DATABASE_URL: connectionString, EVENTSTORE_URL: eventStoreUrl }, logger)
    const resources = opened.use(
      await openSharedResources({
        ...others,
        name,
        connectionString,
        eventStoreUrl,
        logger,
        meters: processMeters(),
        ...(prepare && { prepare: pool => prepare(pool, logger) }),
      }),
    )
    const defer = (close: () => unknown) => opened.defer(async () => void (await close()))
    const started = await start({ ...resources, logger, defer }, environment)
    await started?.ready
    limitMs = closeWithinMs.later
    await stopped
  }

  await Promise.race([stopped, run()]).catch(error => {
    console.error(refusalOf(error) ?? (error instanceof Error ? error.stack : error))
    process.exitCode = 1
  })
  await withTimeout(limitMs, opened.disposeAsync(), () => {
    if (limitMs === closeWithinMs.later) leaveThreads()
  })
  // A start that was left still waits for something.
  process.exit()
}
