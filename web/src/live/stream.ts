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

  function open() {
    source = new EventSource(`/api/user/live?after=${encodeURIComponent(position)}`)
    source.onopen = () => {
      clearTimeout(losing)
      losing = undefined
      pauseMs = 2000
      tell({ kind: 'connection', lost: false })
    }
    source.onerror = () => {
      // A moment's break, as between two streams, is nobody's business.
      losing ??= window.setTimeout(() => tell({ kind: 'connection', lost: true }), lostAfterMs)
      if (source?.readyState === EventSource.CLOSED) void refused()
    }
    source.addEventListener('changed', ({ data }) => {
      const changed: Changed = JSON.parse(data)
      position = changed.position
      tell({ kind: 'changed', changed })
    })
    source.addEventListener('ended', end)
  }

  function stop() {
    source?.close()
    source = null
    clearTimeout(again)
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
    again = window.setTimeout(open, pauseMs * (0.5 + Math.random()))
    pauseMs = Math.min(longestPauseMs, pauseMs * 2)
  }

  open()
  return stop
}
