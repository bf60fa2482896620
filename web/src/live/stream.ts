import type { Changed, CustomerView } from '@tba/events/accounts/live.ts'
import { hasStatus, request } from '../api/http.ts'

/** `hello`: a new tab asks what has changed since it read its data. */
type TabMessage = LiveMessage | { kind: 'hello'; after: string }

type Options = {
  /** The same in all tabs of this customer, and in nobody else's. */
  name: string
  /** The position up to which this tab has read everything; empty if unknown. */
  after: string
  allViews: CustomerView[]
  onMessage: (message: LiveMessage) => void
}

/**
 * One stream for all tabs of a browser: one tab holds it and forwards its messages; when it is closed, the next tab does.
 * @returns how to unsubscribe
 */
export function subscribeShared({ name, after, allViews, onMessage }: Options): () => void {
  const stopping = new AbortController()
  const channel = new BroadcastChannel(name)
  let position = after
  let stopStream = () => {}
  let isLeader = false

  function receive(message: LiveMessage) {
    if (message.kind === 'changed' && message.changed.position > position) position = message.changed.position
    onMessage(message)
  }

  channel.onmessage = ({ data: message }: MessageEvent<TabMessage>) => {
    if (message.kind !== 'hello') return receive(message)
    if (!isLeader || message.after >= position) return
    channel.postMessage({ kind: 'changed', changed: { views: allViews, position } })
  }

  function start() {
    isLeader = true
    stopStream = subscribe(position, message => {
      if (stopping.signal.aborted) return
      channel.postMessage(message)
      receive(message)
    })
  }

  function lead() {
    start()
    // The lock is held until this tab stops, or is closed.
    return new Promise<void>(resolve => stopping.signal.addEventListener('abort', () => resolve()))
  }

  /** Over HTTP/1.1 a browser has six connections to a host, and a stream occupies one: hidden tabs have none. */
  function leadWhileVisible() {
    stopStream()
    isLeader = false
    if (!document.hidden) start()
  }

  channel.postMessage({ kind: 'hello', after })
  // Locks exist under https only: without them every visible tab has a stream of its own.
  if (navigator.locks) navigator.locks.request(name, { signal: stopping.signal }, lead).catch(() => {})
  else {
    document.addEventListener('visibilitychange', leadWhileVisible, { signal: stopping.signal })
    leadWhileVisible()
  }

  return () => {
    stopping.abort()
    stopStream()
    channel.close()
  }
}

/** What a stream reports, to the tab that holds it and to the others. */
export type LiveMessage =
  | { kind: 'changed'; changed: Changed }
  /** The session is over. */
  | { kind: 'ended' }
  | { kind: 'connection'; lost: boolean }

const lostAfterMs = 3000
const firstPauseMs = 2000
const maxPauseMs = 60_000
/** The server sends a heartbeat every 15 s. After so long without one, the connection counts as dead. */
const deadAfterMs = 40_000

/**
 * Subscribes to the server's stream until it is stopped or the session is over. The browser itself reconnects after a
 * broken connection, but not after a refused one.
 * @param after the position up to which everything was read; empty if unknown
 * @returns how to stop it
 */
function subscribe(after: string, onMessage: (message: LiveMessage) => void): () => void {
  let position = after
  let source: EventSource | null = null
  let pauseMs = firstPauseMs
  let reopenTimer: number | undefined
  let lostTimer: number | undefined
  let deadTimer: number | undefined

  function open() {
    clearTimeout(reopenTimer)
    source = new EventSource(`/api/user/live?after=${encodeURIComponent(position)}`)
    awaitHeartbeat()
    // Not on `open`: that also comes through a proxy that holds the messages back.
    source.addEventListener('still', onAlive)
    source.onerror = () => {
      onBroken()
      if (source?.readyState === EventSource.CLOSED) void onRefused()
    }
    source.addEventListener('changed', ({ data }) => {
      onAlive()
      const changed: Changed = JSON.parse(data)
      position = changed.position
      onMessage({ kind: 'changed', changed })
    })
    source.addEventListener('ended', end)
  }

  /** Reports a lost connection, but not a short break such as that between two streams. */
  function onBroken() {
    lostTimer ??= window.setTimeout(() => onMessage({ kind: 'connection', lost: true }), lostAfterMs)
  }

  function onAlive() {
    awaitHeartbeat()
    clearTimeout(lostTimer)
    lostTimer = undefined
    pauseMs = firstPauseMs
    onMessage({ kind: 'connection', lost: false })
  }

  /** After a change of network or a sleep of the machine a connection is not closed, only silent. */
  function awaitHeartbeat() {
    clearTimeout(deadTimer)
    deadTimer = window.setTimeout(() => {
      source?.close()
      onBroken()
      open()
    }, deadAfterMs)
  }

  function stop() {
    source?.close()
    source = null
    for (const timer of [reopenTimer, deadTimer, lostTimer]) clearTimeout(timer)
  }

  function end() {
    stop()
    onMessage({ kind: 'connection', lost: false })
    onMessage({ kind: 'ended' })
  }

  /** An EventSource does not report why it was refused: another call does. */
  async function onRefused() {
    const refused = source
    try {
      await request('GET', '/api/auth/user')
    } catch (error) {
      if (refused === source && hasStatus(error, 401)) return end()
    }
    if (refused !== source || !source) return
    clearTimeout(deadTimer)
    reopenTimer = window.setTimeout(open, pauseMs * (0.5 + Math.random()))
    pauseMs = Math.min(maxPauseMs, pauseMs * 2)
  }

  open()
  return stop
}
