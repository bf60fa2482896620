import { Redis, type RedisOptions } from 'ioredis'
import type { Meters } from '../meters.ts'
import { within } from '../within.ts'

export type RedisLogger = Record<'info' | 'warn', (fields: object, message: string) => void>

export type RedisLink = Awaited<ReturnType<typeof openRedis>>

type Opening = { url: string; name: string; logger: RedisLogger; meters?: Meters }

const startWaitsMs = 2_000
/** A server that vanished without a word is noticed while nobody asks. */
const pulseMs = 2_000

/**
 * A connection for limits. While Redis is away, each process counts by itself. Resolves when Redis answers, or after two seconds without it. Loss and return are a line of the log each, and
 * `redis_up` shows them.
 */
export async function openRedis({ url, name, logger, meters }: Opening) {
  const settings: RedisOptions = {
    connectionName: name,
    // A count that was not sent is dropped: it would come too late.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 1_000,
    connectTimeout: 2_000,
    // Finds a server that hangs.
    socketTimeout: 2_000,
    keepAlive: 5_000,
    retryStrategy: tries => Math.min(1_000, 50 * 2 ** Math.min(tries, 5)) * (0.5 + Math.random()),
  }
  const redis = new Redis(url, settings)
  let [isAway, isClosed] = [false, false]

  function failed(err: unknown): void {
    if (isClosed) return
    if (!isAway) logger.warn({ err }, 'Redis is away: every process goes on by itself')
    isAway = true
  }
  function worked(): void {
    if (isAway) logger.warn({}, 'Redis is back')
    isAway = false
  }
  redis.on('error', failed)
  redis.on('close', () => failed(new Error('the connection was closed')))
  redis.on('ready', worked)
  // A full Redis answers too, so an answer says nothing.
  const pulse = setInterval(() => redis.ping().catch(() => {}), pulseMs)
  const what = { name: 'redis_up', help: 'Whether Redis answers' }
  meters?.gauge(what, async () => (isAway ? 0 : 1))

  const { promise: answered, resolve } = Promise.withResolvers<void>()
  for (const event of ['ready', 'close']) redis.once(event, () => resolve())
  await within(startWaitsMs, answered, () => {})
  if (redis.status !== 'ready') failed(new Error('it did not answer at the start'))
  return {
    redis,
    /** Redis is there but refuses: full, or read-only. */
    failed,
    worked,
    close() {
      isClosed = true
      clearInterval(pulse)
      redis.disconnect()
    },
  }
}
