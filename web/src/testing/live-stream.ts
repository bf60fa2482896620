import type { Call } from './api.ts'

export type LiveStream = ReturnType<typeof liveStream>

/** An answer of server-sent events. Only the test sends messages. */
export function liveStream() {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(opened) {
      controller = opened
    },
  })
  const stream = {
    path: '',
    isOpen: true,
    answer({ path, signal }: Call) {
      stream.path = path
      signal?.addEventListener('abort', () => {
        stream.isOpen = false
        controller?.error(signal.reason)
      })
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
    },
    emit(event: string, data: unknown = {}, id?: string) {
      const line = id === undefined ? '' : `id: ${id}\n`
      controller?.enqueue(encoder.encode(`${line}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
    },
    cut() {
      stream.isOpen = false
      controller?.close()
    },
  }
  return stream
}
