import type { Changed } from '@tba/events/accounts/live.ts'
import { hasStatus, request } from '../shell/http.ts'

/** The messages of a stream, for the tab that holds it and for the others. */
export type Told =
  | { kind: 'changed'; changed: Changed }
  /** The session is over. */
  | { kind: 'ended' }
  | { kind: 'connection'; lost: boolean }

const lostAfterMs = 3000
const longestPauseMs = 60_000
/** The server sends a heartbeat every 15 s. After so long without one, the connection counts as dead. */
const deadAfterMs = 40_000

/**
 * Listens to the server until it is stopped or the session is over. The browser itself reconnects after a broken
 * connection, but not after a refused one.
 * @param after the position up to which everything was read; empty where it is not known
 * @returns how to stop it
 */
export function listen(after: string, tell: (told: Told) => void): () => void {
  let position = after
  let source: EventSource | null = null
  let pauseMs = 2000
  let again: number | undefined
  let losing: number | undefined
  let dead: number | undefined

  function open() {
    clearTimeout(again)
    source = new EventSource(`/api/user/live?after=${encodeURIComponent(position)}`)
    awaitNext()
    // Not on `open`: that also comes through a proxy that holds the messages back.
    source.addEventListener('still', heard)
    source.onerror = () => {
      lose()
      if (source?.readyState === EventSource.CLOSED) void refused()
    }
    source.addEventListener('changed', ({ data }) => {
      heard()
      const changed: Changed = JSON.parse(data)
      position = changed.position
      tell({ kind: 'changed', changed })
    })
    source.addEventListener('ended', end)
  }

  /** Reports a lost connection, but not a short break such as that between two streams. */
  function lose() {
    losing ??= window.setTimeout(() => tell({ kind: 'connection', lost: true }), lostAfterMs)
  }

  function heard() {
    awaitNext()
    clearTimeout(losing)
    losing = undefined
    pauseMs = 2000
    tell({ kind: 'connection', lost: false })
  }

  /** After a change of network or a sleep of the machine a connection is not closed: it is only silent. */
  function awaitNext() {
    clearTimeout(dead)
    dead = window.setTimeout(() => {
      source?.close()
      lose()
      open()
    }, deadAfterMs)
  }

  function stop() {
    source?.close()
    source = null
    clearTimeout(again)
    clearTimeout(dead)
    clearTimeout(losing)
  }

  function end() {
    stop()
    tell({ kind: 'connection', lost: false })
    tell({ kind: 'ended' })
  }

  /** An EventSource does not say why it was refused: another call does. */
  async function refused() {
    const still = source
    try {
      await request('GET', '/api/auth/user')
    } catch (error) {
      if (still === source && hasStatus(error, 401)) return end()
    }
    if (still !== source || !source) return
    clearTimeout(dead)
    again = window.setTimeout(open, pauseMs * (0.5 + Math.random()))
    pauseMs = Math.min(longestPauseMs, pauseMs * 2)
  }

  open()
  return stop
}
