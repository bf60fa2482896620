import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { waitForServer } from './servers.ts'

const patience = { patienceMs: 10_000, everyMs: 20 }

function written() {
  const sentences: string[] = []
  return { sentences, warn: (_fields: object, sentence: string) => void sentences.push(sentence) }
}

async function listening(onConnection: (socket: Socket) => void, port = 0): Promise<Server> {
  const server = createServer(onConnection).listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => void (server.listening && server.close()))
  return server
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

async function vacant(): Promise<number> {
  const server = await listening(() => {})
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  return port
}

/** PostgreSQL's message that it refuses a connection. */
function refusal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0Mno\0\0`)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(fields.length + 4)
  return Buffer.concat([Buffer.from('E'), length, fields])
}

test('waits for a server that starts later, and logs this once', async () => {
  const port = await vacant()
  const log = written()
  const waiting = waitForServer(
    'EVENTSTORE_URL',
    `esdb://admin:hush@127.0.0.1:${port}?tls=false`,
    log,
    patience,
  )
  await expect.poll(() => log.sentences).toEqual(['waiting for the server of EVENTSTORE_URL'])
  await listening(socket => socket.end(), port)
  await waiting
  expect(log.sentences).toHaveLength(1)
})

test('one of several servers in an address is enough', async () => {
  const [port, there] = [await vacant(), await listening(socket => socket.end())]
  const address = `esdb+discover://127.0.0.1:${port},127.0.0.1:${portOf(there)}`
  const log = written()
  await waitForServer('EVENTSTORE_URL', address, log, patience)
  expect(log.sentences).toEqual([])
})

test('waits for a PostgreSQL that is starting, and refuses one that does not let its user in', async () => {
  const answers = ['57P03', '57P03', '28P01']
  const server = await listening(socket =>
    socket.once('data', () => socket.end(refusal(answers.shift() ?? ''))),
  )
  const log = written()
  const address = `postgres://tba:hush@127.0.0.1:${portOf(server)}/tba`
  const waiting = waitForServer('DATABASE_URL', address, log, patience)
  // Waiting would not change that.
  await expect(waiting).rejects.toThrow('The PostgreSQL of DATABASE_URL does not let its user in: no.')
  expect(answers).toEqual([])
  expect(log.sentences).toEqual(['waiting for the server of DATABASE_URL'])
})

test.each([
  ['ECONNREFUSED', async () => `postgres://tba:hush@127.0.0.1:${await vacant()}/tba`],
  // Without a name server the answer is EAI_AGAIN.
  ['(ENOTFOUND|EAI_AGAIN)', async () => 'postgres://tba:hush@nowhere.invalid/tba'],
  ['(ENOTFOUND|EAI_AGAIN)', async () => 'esdb://tba:hush@nowhere.invalid:2113'],
])('stops waiting after a limit, and does not show the address: %s', async (reason, addressOf) => {
  const address = await addressOf()
  // Short on purpose: the limit is tested.
  const waiting = waitForServer('DATABASE_URL', address, written(), { timeoutMs: 100, everyMs: 20 })
  await expect(waiting).rejects.toThrow(
    new RegExp(`^The server of DATABASE_URL was not there within 0.1 s: .*${reason}`),
  )
  await expect(waiting).rejects.not.toThrow(/hush/)
})
