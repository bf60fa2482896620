import { Agent, request } from 'node:http'
import { expect, test } from 'vitest'
import { recordedIn } from '../support/recorded.ts'
import { run, temporaryFolder, withLog } from '../support/run.ts'

const clients = 64
const endsWithinMs = 15_000

type Answer = { status: number; connection: string | undefined; body: string }

/** One command over a connection that stays open; rejects where there was no whole answer. */
function command(agent: Agent, port: number, body: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const sent = request(
    { agent, port, host: '127.0.0.1', method: 'POST', path: '/api/leads', headers },
    response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', chunk => {
        text += chunk
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection, body: text }),
      )
    },
  )
  sent.on('error', reject)
  sent.end(body)
  return promise
}

test('a stop in the middle of everything loses no command that was answered, and takes seconds', async () => {
  const dataDir = temporaryFolder()
  const env = { DATA_DIR: dataDir, LIMIT_SCALE: '1000', ADMIN_PASSWORD: 'segreta-di-prova' }
  const product = run({ env })
  const port = await product.ready
  const answered: string[] = []
  const refused: Answer[] = []
  let goodbyes = 0
  const underWay = Promise.withResolvers<void>()

  async function client(number: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const lead = {
      name: `Cliente ${number}`,
      email: `c${number}@example.com`,
      plan: 'starter',
      deposit: '500',
    }
    try {
      for (;;) {
        const answer = await command(agent, port, JSON.stringify(lead))
        if (answer.status !== 201) refused.push(answer)
        else answered.push(JSON.parse(answer.body).id)
        if (answered.length === clients * 5) underWay.resolve()
        // The server says goodbye with its last answer; whoever asks again finds nobody there.
        if (answer.connection === 'close') goodbyes++
      }
    } catch {
      // No answer: nobody was told that it is recorded.
    } finally {
      agent.destroy()
    }
  }

  const all = Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  await underWay.promise
  const stoppedAtMs = performance.now()
  product.child.kill('SIGTERM')
  expect(await product.ended).toBe(0)
  expect(performance.now() - stoppedAtMs).toBeLessThan(endsWithinMs)
  await all

  expect(refused).toEqual([])
  expect(goodbyes).toBeGreaterThan(0)
  expect(product.errors()).toBe('')

  const again = run({ env })
  await again.ready
  const leads = await withLog(dataDir, store => recordedIn(store, { type: 'LeadSubmitted' }))
  const kept = new Set(leads.map(({ stream }) => stream))
  expect(answered.filter(id => !kept.has(`lead-${id}`))).toEqual([])
  expect(answered.length).toBeGreaterThanOrEqual(clients * 5)
  again.child.kill('SIGTERM')
  expect(await again.ended).toBe(0)
})
