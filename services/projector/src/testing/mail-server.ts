import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type Mood = 'takes' | 'refuses' | 'knows nobody' | 'is silent'

export type MailServer = {
  url: string
  /** Complete messages, as received. */
  received: string[]
  /** How many clients tried to send something. */
  asked: number
  mood: Mood
}

/** A mail server with enough SMTP to accept a letter, or to refuse it like real servers. */
export async function mailServer(mood: Mood = 'takes'): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    converse(socket, it)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const it: MailServer = { url: `smtp://127.0.0.1:${port}`, received: [], asked: 0, mood }
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return it
}

function converse(socket: Socket, server: MailServer): void {
  let heard = ''
  let takesData = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  if (server.mood !== 'is silent') say('220 ready')
  else server.asked += 1
  socket.on('data', chunk => {
    heard += chunk.toString()
    for (;;) {
      const end = takesData ? '\r\n.\r\n' : '\r\n'
      const at = heard.indexOf(end)
      if (at < 0) return
      const said = heard.slice(0, at)
      heard = heard.slice(at + end.length)
      if (takesData) server.received.push(said)
      const wasData = takesData
      takesData = !wasData && said === 'DATA'
      say(wasData ? '250 taken' : answer(said, server))
    }
  })
}

function answer(command: string, server: MailServer): string {
  if (command === 'DATA') return '354 go on'
  if (command === 'QUIT') return '221 bye'
  if (command.startsWith('RCPT TO') && server.mood === 'knows nobody')
    return `550 no mailbox for ${command.slice('RCPT TO:'.length)}`
  if (!command.startsWith('MAIL FROM')) return '250 well'
  server.asked += 1
  return server.mood === 'refuses' ? '451 not now' : '250 well'
}
