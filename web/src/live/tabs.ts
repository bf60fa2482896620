import { listen, type Told } from './stream.ts'
import { customerViews } from './views.ts'

/** `hello`: a new tab asks what has changed since it read its data. */
type Said = Told | { kind: 'hello'; after: string }

type Options = {
  /** The same in all tabs of this customer, and in nobody else's. */
  name: string
  /** The position up to which this tab has read everything; empty where it is not known. */
  after: string
  onTold: (told: Told) => void
}

/**
 * One stream for all tabs of a browser: one tab holds it and tells the others; when it is closed, the next tab does.
 * @returns how to stop listening
 */
export function listenTogether({ name, after, onTold }: Options): () => void {
  const stopping = new AbortController()
  const channel = new BroadcastChannel(name)
  let heard = after
  let stopStream = () => {}
  let leads = false

  function receive(told: Told) {
    if (told.kind === 'changed' && told.changed.position > heard) heard = told.changed.position
    onTold(told)
  }

  channel.onmessage = ({ data: said }: MessageEvent<Said>) => {
    if (said.kind !== 'hello') return receive(said)
    if (!leads || said.after >= heard) return
    channel.postMessage({ kind: 'changed', changed: { views: customerViews, position: heard } })
  }

  function start() {
    leads = true
    stopStream = listen(heard, told => {
      if (stopping.signal.aborted) return
      channel.postMessage(told)
      receive(told)
    })
  }

  function lead() {
    start()
    // Held until this tab stops, or is closed.
    return new Promise<void>(resolve => stopping.signal.addEventListener('abort', () => resolve()))
  }

  /** Over HTTP/1.1 a browser has six connections to a host, and a stream occupies one: hidden tabs do without. */
  function leadWhileSeen() {
    stopStream()
    leads = false
    if (!document.hidden) start()
  }

  channel.postMessage({ kind: 'hello', after })
  // Locks exist under https only: without them every visible tab has a stream of its own.
  if (navigator.locks) navigator.locks.request(name, { signal: stopping.signal }, lead).catch(() => {})
  else {
    document.addEventListener('visibilitychange', leadWhileSeen, { signal: stopping.signal })
    leadWhileSeen()
  }

  return () => {
    stopping.abort()
    stopStream()
    channel.close()
  }
}
