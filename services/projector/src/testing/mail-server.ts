import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export type Behaviour =
  | 'accepts'
  | 'rejects for now'
  | 'rejects recipients'
  | 'rejects what it keeps'
  | 'is silent'
  | 'is slow'
  | 'closes'

export type MailServer = {
  url: string
  received: string[]
  attempts: number
  behaviour: Behaviour
}

/** A mail server for one test, with enough SMTP to accept a letter, or to refuse it like real servers. */
export async function mailServer(behaviour: Behaviour = 'accepts'): Promise<MailServer> {
  const it = await startMailServer(behaviour)
  onTestFinished(it.close)
  return it
}

/** The same until it is closed. @param keep gets each complete message */
export async function startMailServer(
  behaviour: Behaviour,
  keep: (letter: string) => void = () => {},
): Promise<MailServer & { close(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (it.behaviour === 'closes') socket.destroy()
    else answerClient(socket, it, keep)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  const it = { url: `smtp://127.0.0.1:${port}`, received: [] as string[], attempts: 0, behaviour, close }
  return it
}

/** In ms. */
const slowAnswerMs = 3_000

function answerClient(socket: Socket, server: MailServer, keep: (letter: string) => void): void {
  let buffer = ''
  let isReadingData = false
  const say = (line: string) => {
    const write = () => socket.write(`${line}\r\n`)
    if (server.behaviour === 'is slow') setTimeout(write, slowAnswerMs)
    else write()
  }
  if (server.behaviour !== 'is silent') say('220 ready')
  else server.attempts += 1
  socket.on('data', chunk => {
    buffer += chunk.toString()
    for (;;) {
      const end = isReadingData ? '\r\n.\r\n' : '\r\n'
      const at = buffer.indexOf(end)
      if (at < 0) return
      const line = buffer.slice(0, at)
      buffer = buffer.slice(at + end.length)
      if (isReadingData) {
        server.received.push(line)
        keep(line)
      }
      const wasData = isReadingData
      isReadingData = !wasData && line === 'DATA'
      const kept = server.behaviour === 'rejects what it keeps' ? '554 not accepted' : '250 accepted'
      say(wasData ? kept : answer(line, server))
    }
  })
}

function answer(command: string, server: MailServer): string {
  if (command === 'DATA') return '354 go on'
  if (command === 'QUIT') return '221 bye'
  if (command.startsWith('RCPT TO') && server.behaviour === 'rejects recipients')
    return `550 no mailbox for ${command.slice('RCPT TO:'.length)}`
  if (!command.startsWith('MAIL FROM')) return '250 ok'
  server.attempts += 1
  return server.behaviour === 'rejects for now' ? '451 try again later' : '250 ok'
}
