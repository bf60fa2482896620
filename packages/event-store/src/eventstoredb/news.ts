import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from './connection.ts'
import { waits } from './limits.ts'
import { subscription } from './read-request.ts'

/**
 * Rings while anybody follows, whenever the log has gone on: by a subscription from its end that no event matches, and
 * that tells after each how far it is. So no event is sent for it. After a ring it is given up, and made anew a while
 * later, however much is appended meanwhile: what came in between is covered by another ring. It is a hint; where it falls
 * silent, followers look for themselves.
 */
export async function listenForNews(
  connection: Pick<Connection, 'read'>,
  { ring, onLoss }: { ring(): void; onLoss(): void },
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      await nextNews(connection, ring, signal)
      failures = 0
      await rest(waits.betweenNewsMs, signal)
    } catch {
      onLoss()
      await rest(Math.min(waits.reconnectMs * 2 ** failures++, waits.reconnectMaxMs), signal)
    }
  }
}

/** Of no type that there can be: an empty name. */
const nothing = '^$'

async function nextNews(
  connection: Pick<Connection, 'read'>,
  ring: () => void,
  signal: AbortSignal,
): Promise<void> {
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(), waits.newsMs)
  const request = subscription({ from: 'end', types: nothing, window: 1, checkpointEvery: 1 })
  const reading = { signal: AbortSignal.any([signal, end.signal]), limitMs: waits.newsMs * 2 }
  let isLive = false
  try {
    for await (const message of connection.read(request, reading)) {
      if (message.hasCaughtUp() && !isLive) {
        isLive = true
        // Whatever came before, and after the last subscription.
        ring()
      } else if (message.hasCheckpoint() && isLive) return ring()
    }
  } finally {
    clearTimeout(timer)
  }
  if (!end.signal.aborted && !signal.aborted) throw new Error('the subscription ended by itself')
}

const rest = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal }).catch(() => {})
