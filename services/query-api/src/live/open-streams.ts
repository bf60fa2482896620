import type { Readable } from 'node:stream'
import { HttpFailure, tooMany } from '@tba/runtime/http/failure.ts'
import type { FastifyReply } from 'fastify'

export type OpenStream = {
  account: string
  address: string
  /** Of its session. */
  sid: string
  /** Its session is over. */
  end(): void
  /** The client reconnects. */
  close(): void
}

type Options = {
  most: number
  ofOneAccount: number
  /** The interval of heartbeats and of checks for ended sessions. */
  everyMs: number
  heartbeat(): void
  /** Those of these sessions that are open. */
  openSessions(sids: readonly string[]): Promise<ReadonlySet<string>>
  onError?: ((error: unknown) => void) | undefined
}

/**
 * The open streams of one kind: their slots, their heartbeat, and their end with their session. When all slots are taken, the
 * account with the most streams loses its newest one to an account with fewer. If accounts are equal, the same holds for
 * addresses. So no account and no network can take all slots.
 */
export function openStreams<Stream extends OpenStream>(options: Options) {
  const { most, ofOneAccount, everyMs, heartbeat, openSessions, onError } = options
  const held = new Set<Stream>()
  let timer: NodeJS.Timeout | undefined

  function remove(stream: Stream): void {
    held.delete(stream)
    if (held.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function close(streams: Iterable<Stream>): void {
    for (const stream of streams) {
      remove(stream)
      stream.close()
    }
  }

  async function endClosed(suspects: readonly Stream[]): Promise<void> {
    if (suspects.length === 0) return
    const open = await openSessions([...new Set(suspects.map(({ sid }) => sid))])
    for (const suspect of suspects) if (!open.has(suspect.sid)) suspect.end()
  }

  function beat(): void {
    heartbeat()
    endClosed([...held]).catch(error => onError?.(error))
  }

  function closeNewestOfLongest(next: Stream): void {
    for (const name of ['account', 'address'] as const) {
      const lines = Map.groupBy(held, one => one[name])
      const own = lines.get(next[name])?.length ?? 0
      const longest = [...lines.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
      if (longest.length <= own + 1) continue
      close(longest.slice(-1))
      return
    }
    throw new HttpFailure(503, 'Troppe connessioni aperte. Riprova più tardi.')
  }

  return {
    held,
    /** @throws {HttpFailure} 429 if its account has too many, 503 if no slot is free */
    add(stream: Stream): void {
      const own = [...held].filter(({ account }) => account === stream.account).length
      if (own >= ofOneAccount) throw tooMany(60)
      if (held.size >= most) closeNewestOfLongest(stream)
      held.add(stream)
      timer ??= setInterval(beat, everyMs)
    },
    remove,
    /** Ends those of them whose session is over. */
    endClosed,
    close: () => close(held),
  }
}

/** No cache may keep the messages, and no proxy may hold them back. */
export const sendEvents = (reply: FastifyReply, messages: Readable) =>
  reply
    .type('text/event-stream')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(messages)
