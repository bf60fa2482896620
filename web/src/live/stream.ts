import type { Changed, CustomerView } from '@tba/events/accounts/live.ts'
import type { EventSourceMessage } from 'eventsource-parser'
import { hasStatus, receive } from '../api/http.ts'
import { followEvents } from './follow-events.ts'

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

const lostAfterMs = 3_000
/** The server sends a heartbeat every 15 s. A stream that ended is open again before it counts as lost. */
const times = { deadAfterMs: 40_000, firstPauseMs: 1_500, maxPauseMs: 60_000 }

/**
 * Subscribes to the server's stream until it is stopped or the session is over.
 * @param after the position up to which everything was read; empty if unknown
 * @returns how to stop it
 */
function subscribe(after: string, onMessage: (message: LiveMessage) => void): () => void {
  const stopping = new AbortController()
  let position = after
  let lostTimer: number | undefined

  function onAlive() {
    clearTimeout(lostTimer)
    lostTimer = undefined
    onMessage({ kind: 'connection', lost: false })
  }

  function stop() {
    stopping.abort()
    clearTimeout(lostTimer)
  }

  function end() {
    stop()
    onMessage({ kind: 'connection', lost: false })
    onMessage({ kind: 'ended' })
  }

  const stream = {
    ...times,
    open: (signal: AbortSignal) =>
      receive({ path: `/api/user/live?after=${encodeURIComponent(position)}` }, signal),
    onMessage({ event, data }: EventSourceMessage) {
      if (event === 'ended') return end()
      onAlive()
      if (event !== 'changed') return
      const changed: Changed = JSON.parse(data)
      position = changed.position
      onMessage({ kind: 'changed', changed })
    },
    onBroken(error: unknown) {
      if (hasStatus(error, 401)) {
        end()
        return true
      }
      // Not a short break, such as that between two streams.
      lostTimer ??= window.setTimeout(() => onMessage({ kind: 'connection', lost: true }), lostAfterMs)
      return false
    },
  }
  void followEvents(stream, stopping.signal)
  return stop
}
