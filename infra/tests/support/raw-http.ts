import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends bytes as they are, and resolves with all that came back once the server has closed, or gone quiet. */
export async function sendRaw(port: number, bytes: string | Buffer, quietMs = 2_000): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const received: Buffer[] = []
  socket.on('data', chunk => received.push(chunk))
  // A server that has answered may close before it has read everything.
  socket.on('error', () => {})
  socket.setTimeout(quietMs, () => socket.destroy())
  socket.write(bytes)
  await once(socket, 'close')
  return Buffer.concat(received).toString('latin1')
}

/** The statuses of all answers in what came back. */
export function statusesIn(text: string): number[] {
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
}
