import type { Socket } from 'node:net'
import { type Security, securityHeaders } from '../headers.ts'

const answers: Record<string, [number, string, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'Tempo scaduto per la richiesta'],
  EXPECTATION: [417, 'Expectation Failed', 'Richiesta non valida'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'Intestazioni troppo grandi'],
}

export type AnswerClientError = (error: { code?: string }, socket: Socket) => void

/** Answers invalid HTTP, which never becomes a request. */
export function clientErrorHandler(security: Security): AnswerClientError {
  const headers = Object.entries({
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    ...securityHeaders(security),
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const [status, reason, message] = answers[error.code ?? ''] ?? [
      400,
      'Bad Request',
      'Richiesta non valida',
    ]
    const body = JSON.stringify({ message })
    if (socket.writable) {
      const length = Buffer.byteLength(body)
      socket.write(`HTTP/1.1 ${status} ${reason}\r\n${headers}content-length: ${length}\r\n\r\n${body}`)
    }
    // Closes after the answer is sent. Later input is dropped.
    socket.destroySoon()
  }
}
