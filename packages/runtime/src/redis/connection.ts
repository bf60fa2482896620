import { withTimeout } from '@tba/event-store/with-timeout.ts'
import { Redis, type RedisOptions } from 'ioredis'
import type { Meters } from '../meters.ts'

export type RedisLogger = Record<'info' | 'warn', (fields: object, message: string) => void>

export type RedisConnection = Awaited<ReturnType<typeof openRedis>>

type RedisOpenOptions = { url: string; name: string; logger: RedisLogger; meters?: Meters }

const startTimeoutMs = 2_000
/** Detects a dead server also when no request is sent. */
const pingEveryMs = 2_000

/**
 * A connection for limits. While Redis does not answer, each process counts by itself. Resolves when Redis answers, or
 * after two seconds. Loss and return are logged once each, and `redis_up` shows them.
 */
export async function openRedis({ url, name, logger, meters }: RedisOpenOptions) {
  const settings: RedisOptions = {
    connectionName: name,
    // Drop a count that was not sent: it would come too late.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 1_000,
    connectTimeout: 2_000,
    // Detects a server that hangs.
    socketTimeout: 2_000,
    keepAlive: 5_000,
    retryStrategy: tries => Math.min(1_000, 50 * 2 ** Math.min(tries, 5)) * (0.5 + Math.random()),
  }
  const redis = new Redis(url, settings)
  let [isAway, isClosed] = [false, false]

  function reportFailure(err: unknown): void {
    if (isClosed) return
    if (!isAway) logger.warn({ err }, 'Redis is away: every process continues by itself')
    isAway = true
  }
  function reportSuccess(): void {
    if (isAway) logger.warn({}, 'Redis is back')
    isAway = false
  }
  redis.on('error', reportFailure)
  redis.on('close', () => reportFailure(new Error('the connection was closed')))
  redis.on('ready', reportSuccess)
  // The answer is not checked: a full Redis answers too.
  const pings = setInterval(() => redis.ping().catch(() => {}), pingEveryMs)
  const what = { name: 'redis_up', help: 'Whether Redis answers' }
  meters?.gauge(what, async () => (isAway ? 0 : 1))

  const { promise: answered, resolve } = Promise.withResolvers<void>()
  for (const event of ['ready', 'close']) redis.once(event, () => resolve())
  await withTimeout(startTimeoutMs, answered, () => {})
  if (redis.status !== 'ready') reportFailure(new Error('it did not answer at the start'))
  return {
    redis,
    /** Redis answers but refuses writes: it is full, or read-only. */
    failed: reportFailure,
    worked: reportSuccess,
    close() {
      isClosed = true
      clearInterval(pings)
      redis.disconnect()
    },
  }
}
