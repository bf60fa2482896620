import type { CustomerView } from '@tba/events/accounts/live.ts'
import { type LiveMessage, subscribe } from './stream.ts'

/** `hello`: a new tab asks what has changed since it read its data. */
type TabMessage = LiveMessage | { kind: 'hello'; after: string }

type Options = {
  /** The same in all tabs of this customer, and in nobody else's. */
  name: string
  /** The position up to which this tab has read everything; empty where it is not known. */
  after: string
  allViews: CustomerView[]
  onMessage: (message: LiveMessage) => void
}

/**
 * One stream for all tabs of a browser: one tab holds it and forwards its messages; when it is closed, the next tab does.
 * @returns how to unsubscribe
 */
export function subscribeTogether({ name, after, allViews, onMessage }: Options): () => void {
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
