/** A stream of server-sent events. Only the test sends messages. */
export class SilentEventSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: SilentEventSource[] = []
  readonly url: string
  readyState = 0
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null

  constructor(url: string) {
    super()
    this.url = url
    SilentEventSource.opened.push(this)
  }

  close() {
    this.readyState = 2
  }

  answer() {
    this.readyState = 1
    this.onopen?.()
    this.emit('still', {})
  }

  emit(type: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }))
  }

  /** The connection breaks. The browser reconnects, unless it was refused. */
  disconnect({ refused = false } = {}) {
    this.readyState = refused ? 2 : 0
    this.onerror?.()
  }
}
