import type { Listener } from '../postgres/listen.ts'
import { pulseMs, type RedisLink } from './link.ts'

type Options = {
  /** As `channelOf` names it. */
  channel: string
  onHeard(payload: string): void
  /** From here on every message is heard; where this fails, the connection counts as lost. */
  onListening(): void | Promise<void>
  /** Until the next `onListening` nothing is heard. */
  onLost(error: unknown): void
}

/** Listens to a channel of Redis, as `listen` does to one of PostgreSQL, over a new connection whenever one is lost. */
export function hear(link: RedisLink, { channel, onHeard, onListening, onLost }: Options): Listener {
  const redis = link.listening()
  const opened = Promise.withResolvers<void>()
  // A failure is reported by `onLost` too, so it must not count as unhandled.
  opened.promise.catch(() => {})
  let state: 'connecting' | 'listening' | 'lost' = 'connecting'
  let isClosed = false
  let reason: unknown = new Error('the connection was closed')

  async function begin(): Promise<void> {
    try {
      await redis.subscribe(channel)
      await onListening()
      if (isClosed || redis.status !== 'ready') return
      state = 'listening'
      opened.resolve()
    } catch (error) {
      lose(error)
      redis.disconnect(true)
    }
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
  redis.on('close', () => lose(reason))
  const pulse = setInterval(() => redis.ping().catch(() => {}), pulseMs)

  return {
    opened: opened.promise,
    get isListening() {
      return state === 'listening' && !isClosed
    },
    async catchUp() {
      if (state === 'listening') await Promise.try(onListening).catch(lose)
    },
    async close() {
      isClosed = true
      clearInterval(pulse)
      redis.disconnect()
    },
  }
}
