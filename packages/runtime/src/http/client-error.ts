import type { Socket } from 'node:net'
import { protection } from './headers.ts'

const answers: Record<string, [number, string, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'Tempo scaduto per la richiesta'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'Intestazioni troppo grandi'],
}

const headers = Object.entries({
  connection: 'close',
  'content-type': 'application/json; charset=utf-8',
  ...protection,
})
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

/** Answers what is not valid HTTP, and therefore never becomes a request. */
export function answerClientError(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, reason, message] = answers[error.code ?? ''] ?? [400, 'Bad Request', 'Richiesta non valida']
  const body = JSON.stringify({ message })
  if (socket.writable) {
    const length = Buffer.byteLength(body)
    socket.write(`HTTP/1.1 ${status} ${reason}\r\n${headers}content-length: ${length}\r\n\r\n${body}`)
  }
  // Closes when the answer is sent; what still comes in is dropped.
  socket.destroySoon()
}
