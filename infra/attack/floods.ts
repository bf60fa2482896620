import { Agent, request } from 'node:http'
import { connect } from 'node:net'

type Call = { method?: string; path: string; headers?: Record<string, string>; body?: string }

/** Calls from a local address of its own, as from another machine. @returns the status, the time in ms and the session's cookie */
export function callFrom(
  localAddress: string,
  port: number,
  { body, headers, ...call }: Call,
  agent?: Agent,
) {
  const began = performance.now()
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise<{ status: number; ms: number; cookie: string }>((resolve, reject) => {
    const from = { host: '127.0.0.1', port, localAddress, ...(agent && { agent }) }
    const sent = request({ ...from, ...call, headers: { ...type, ...headers } }, answer => {
      const { statusCode: status = 0, headers } = answer
      const [cookie = ''] = headers['set-cookie']?.[0]?.split(';', 1) ?? []
      answer.resume().on('end', () => resolve({ status, ms: performance.now() - began, cookie }))
    })
    sent.on('error', reject).end(body)
  })
}

type Flood = (port: number, signal: AbortSignal) => Promise<unknown>

/** Sends the next call of each sender as soon as the last one is answered. */
const senders =
  (addresses: number, callsAtOnce: number, call: (address: string) => Call): Flood =>
  (port, signal) =>
    Promise.all(
      Array.from({ length: addresses }, async (_, at) => {
        const agent = new Agent({ keepAlive: true, maxSockets: callsAtOnce })
        const address = `127.0.1.${at + 1}`
        const one = async () => {
          while (!signal.aborted) await callFrom(address, port, call(address), agent).catch(() => {})
        }
        await Promise.all(Array.from({ length: callsAtOnce }, one))
        agent.destroy()
      }),
    )

/** Connections that send `head` and nothing more, and read nothing. A closed one is opened again. */
const idlers =
  (addresses: number, connections: number, head: string): Flood =>
  (port, signal) =>
    Promise.all(
      Array.from({ length: connections }, async (_, at) => {
        while (!signal.aborted)
          await new Promise(resolve => {
            const socket = connect({
              port,
              host: '127.0.0.1',
              localAddress: `127.0.2.${(at % addresses) + 1}`,
            })
            const end = () => socket.destroy()
            signal.addEventListener('abort', end, { once: true })
            socket.on('connect', () => socket.write(head)).on('error', () => {})
            socket.on('close', resolve).pause()
          })
      }),
    )

const post = (path: string, body: object): Call => ({ method: 'POST', path, body: JSON.stringify(body) })
const guess = (address: string) =>
  post('/api/login', { email: `anna-${address}@example.com`, password: `indovinata-${Math.random()}` })
const head = 'GET /api/docs/json HTTP/1.1\r\nhost: localhost\r\n\r\n'

export const floods: Record<string, Flood> = {
  'guessed passwords from one address': senders(1, 50, guess),
  'guessed passwords from fifty addresses': senders(50, 4, guess),
  'requests that never end, from fifty addresses': idlers(
    50,
    500,
    'POST /api/leads HTTP/1.1\r\nhost: localhost\r\nx: ',
  ),
  'answers that nobody reads': idlers(50, 100, head.repeat(5)),
}
