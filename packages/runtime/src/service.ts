import { createLogger } from './http/operations/logger.ts'
import { processMeters } from './meters.ts'
import { Refusal } from './refusal.ts'
import { waitForServers } from './servers.ts'
import { openSharedResources, type SharedResourceOptions, type SharedResources } from './shared-resources.ts'

type Logger = ReturnType<typeof createLogger>
type Options = Omit<SharedResourceOptions, 'logger' | 'meters' | 'prepare'> & {
  logLevel: string
  prepare?: (pool: SharedResources['pool'], logger: Logger) => Promise<void>
}

/** What a service runs on. `defer` closes something before the resources close. */
type ServiceResources = SharedResources & { logger: Logger; defer(close: () => unknown): void }

/**
 * Runs a service in its own process: waits for the servers, opens the resources, starts the service, and closes all in
 * order on SIGTERM or SIGINT. A refusal prints one sentence and exits with code 1.
 * @param start the process ends if it rejects, or if the `ready` that it returns rejects
 */
export async function runService(
  options: Options,
  start: (frame: ServiceResources) => Promise<{ ready: Promise<void> } | undefined>,
): Promise<void> {
  const { name, logLevel, connectionString, eventStoreUrl = connectionString, prepare, ...others } = options
  const logger = createLogger({ service: name, level: logLevel })
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  try {
    await waitForServers({ DATABASE_URL: connectionString, EVENTSTORE_URL: eventStoreUrl }, logger)
    await using opened = new AsyncDisposableStack()
    const resources = opened.use(
      await openSharedResources({
        ...{ ...others, name, connectionString, eventStoreUrl, logger, meters: processMeters() },
        ...(prepare && { prepare: pool => prepare(pool, logger) }),
      }),
    )
    const defer = (close: () => unknown) => opened.defer(async () => void (await close()))
    const started = await start({ ...resources, logger, defer })
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop())
    await Promise.race([stopped, started?.ready.then(() => stopped) ?? stopped])
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
