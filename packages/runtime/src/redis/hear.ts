import type { Listener } from '../postgres/listen.ts'
import { pulseMs, type RedisLink } from './link.ts'

type Options = {
  /** As `channelOf` names it. */
  channel: string
  onHeard(payload: string): void
  /** From here on every message is heard; where this fails, the channel counts as lost until it has succeeded. */
  onListening(): void | Promise<void>
  /** Until the next `onListening` nothing is heard. */
  onLost(error: unknown): void
}

const shortestPauseMs = 50
const longestPauseMs = 2_000

/** Listens to a channel of Redis, as `listen` does to one of PostgreSQL, over a new connection whenever one is lost. */
export function hear(link: RedisLink, { channel, onHeard, onListening, onLost }: Options): Listener {
  const redis = link.listening()
  const opened = Promise.withResolvers<void>()
  // A failure is reported by `onLost` too, so it must not count as unhandled.
  opened.promise.catch(() => {})
  let state: 'connecting' | 'listening' | 'lost' = 'connecting'
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let pauseMs = shortestPauseMs
  let reason: unknown = new Error('the connection was closed')

  async function begin(): Promise<void> {
    stopTrying()
    try {
      await redis.subscribe(channel)
      await onListening()
      if (isClosed || redis.status !== 'ready') return
      state = 'listening'
      pauseMs = shortestPauseMs
      opened.resolve()
    } catch (error) {
      tryAgain(error)
    }
  }

  /** Over the same connection: whether that is sound is found out elsewhere, and a new one would fail in the same way. */
  function tryAgain(error: unknown): void {
    lose(error)
    if (isClosed || redis.status !== 'ready' || timer) return
    // A random pause, so that processes do not all ask in the same moment.
    timer = setTimeout(() => void begin(), pauseMs * (0.5 + Math.random()))
    pauseMs = Math.min(longestPauseMs, pauseMs * 2)
  }

  function stopTrying(): void {
    clearTimeout(timer)
    timer = undefined
  }

  /** Tells of a loss, and not of each attempt that fails after it. */
  function lose(error: unknown): void {
    opened.reject(error)
    if (isClosed || state === 'lost') return
    state = 'lost'
    onLost(error)
  }

  redis.on('message', (_channel, payload) => onHeard(payload))
  redis.on('ready', () => void begin())
  redis.on('error', error => {
    reason = error
  })
  redis.on('close', () => {
    stopTrying()
    lose(reason)
  })
  const pulse = setInterval(() => redis.ping().catch(() => {}), pulseMs)

  return {
    opened: opened.promise,
    get isListening() {
      return state === 'listening' && !isClosed
    },
    async catchUp() {
      if (state === 'listening') await Promise.try(onListening).catch(tryAgain)
    },
    async close() {
      isClosed = true
      clearInterval(pulse)
      stopTrying()
      redis.disconnect()
    },
  }
}
