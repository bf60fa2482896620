import { Redis, type RedisOptions } from 'ioredis'
import type { Meters } from '../meters.ts'
import { within } from '../within.ts'

export type RedisLogger = Record<'info' | 'warn', (fields: object, message: string) => void>

/** A connection for what may be left undone while Redis is away: nothing waits for it, and nothing is kept for later. */
export type RedisLink = {
  /** Whether asking promises an answer: false while it is away, but once a second, to find out. */
  isWorthAsking(): boolean
  /** @throws where Redis is away, refuses, or says nothing for a second */
  ask<T>(question: (redis: Redis) => Promise<T>): Promise<T>
  close(): void
}

type Opening = { url: string; name: string; logger: RedisLogger; meters?: Meters }

const answersWithinMs = 1_000
const askAgainMs = 1_000
const startWaitsMs = 2_000
/** So often a connection is asked for a sign of life: while nobody asks, nothing else shows that a server vanished. */
const pulseMs = 2_000

/**
 * Resolves when Redis answers, or after two seconds without it. Loss and return are a line of the log each, and
 * `redis_up` shows them.
 */
export async function openRedis({ url, name, logger, meters }: Opening): Promise<RedisLink> {
  const settings: RedisOptions = {
    connectionName: name,
    // What was not sent or answered is void: limits count on by themselves.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answersWithinMs,
    connectTimeout: 2_000,
    // Finds a server that hangs or vanished without a word, already while it is greeted.
    socketTimeout: 2_000,
    keepAlive: 5_000,
    retryStrategy: tries => Math.min(1_000, 50 * 2 ** Math.min(tries, 5)) * (0.5 + Math.random()),
  }
  const redis = new Redis(url, settings)
  let lostAtMs: number | null = null
  let isClosed = false

  function lost(err: unknown): void {
    if (isClosed) return
    if (lostAtMs === null) logger.warn({ err }, 'Redis is away: every process goes on by itself')
    lostAtMs = performance.now()
  }
  function found(): void {
    if (lostAtMs !== null) logger.warn({}, 'Redis is back')
    lostAtMs = null
  }

  redis.on('error', lost)
  redis.on('close', () => lost(new Error('the connection was closed')))
  redis.on('ready', found)
  // Unanswered, the connection is destroyed. An answer says nothing: one that is full answers too.
  const pulse = setInterval(() => redis.ping().catch(() => {}), pulseMs)
  const what = { name: 'redis_up', help: 'Whether Redis answers' }
  meters?.gauge(what, async () => (redis.status === 'ready' && lostAtMs === null ? 1 : 0))
  await within(startWaitsMs, firstWord(redis), () => {})
  if (redis.status !== 'ready') lost(new Error('it did not answer at the start'))

  const link: RedisLink = {
    isWorthAsking: () =>
      redis.status === 'ready' && (lostAtMs === null || performance.now() - lostAtMs > askAgainMs),
    async ask(question) {
      try {
        const answer = await question(redis)
        found()
        return answer
      } catch (error) {
        lost(error)
        // A connection that is silent may be one to nobody.
        if (isSilence(error)) redis.disconnect(true)
        throw error
      }
    },
    close() {
      isClosed = true
      clearInterval(pulse)
      redis.disconnect()
    },
  }
  return link
}

const isSilence = (error: unknown) => error instanceof Error && error.message === 'Command timed out'

async function firstWord(redis: Redis): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const event of ['ready', 'close']) redis.once(event, () => resolve())
  await promise
}
