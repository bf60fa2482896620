import type { Changed } from '@tba/events/accounts/live.ts'
import { HttpError, request } from '../shell/http.ts'

/** What one stream tells, to the tab that holds it and to the others. */
export type Told =
  | { kind: 'changed'; changed: Changed }
  /** The session is over. */
  | { kind: 'ended' }
  | { kind: 'connection'; lost: boolean }

const lostAfterMs = 3000
const longestPauseMs = 60_000
/** The server says every 15 s that it is there: so long without a word, and nothing comes through any more. */
const deadAfterMs = 40_000

/**
 * Listens to the server until it is stopped, or the session is over. The browser makes a line that broke off anew by
 * itself, but not one that was refused.
 * @param after what was read contains everything up to here; empty: not known
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
    // Not when it opens: a proxy that holds everything back opens it too.
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

  /** A moment's break, as between two streams, is nobody's business. */
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

  /** A network that was left, or a machine that slept, breaks no line: it only falls silent. */
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

  /** An event source does not say why: another call does. */
  async function refused() {
    const still = source
    try {
      await request('GET', '/api/auth/user')
    } catch (error) {
      if (still === source && error instanceof HttpError && error.status === 401) return end()
    }
    if (still !== source || !source) return
    clearTimeout(dead)
    again = window.setTimeout(open, pauseMs * (0.5 + Math.random()))
    pauseMs = Math.min(longestPauseMs, pauseMs * 2)
  }

  open()
  return stop
}
