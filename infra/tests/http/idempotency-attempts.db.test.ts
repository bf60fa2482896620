import { idempotency } from '@tba/command-api/idempotency.ts'
import { HttpFailure, unavailable } from '@tba/runtime/http/failure.ts'
import { httpServer } from '@tba/runtime/http/http-server.ts'
import { migrate } from '@tba/runtime/postgres/migrate.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import pg from 'pg'

const { connectionString, drop } = await freshDatabase()
afterAll(drop)
const pool = await createPool(connectionString, { applicationName: 'test' })
afterAll(() => pool.end())
const client = new pg.Client({ connectionString })
await client.connect()
afterAll(() => client.end())
/** The work of the next calls, in order. Each gets the seed. */
const runs: ((seed: string) => Promise<void>)[] = []

await migrate(pool, 'command', new URL('.', import.meta.resolve('@tba/command-api/schema/1-command.sql')))
const secrets = secretsFrom(newSecrets())
const app = await httpServer({ secrets, publicUrl: 'http://localhost', limitScale: 1 })
const keyed = idempotency(pool, secrets.lookups)
app.post('/api/made', (request, reply) =>
  keyed.answerOnce(
    { request, reply },
    {
      status: 200,
      async run(seed) {
        await runs.shift()?.(seed)
        return { answer: { seed }, revision: 0, position: null }
      },
      repeatedAnswer: async ({ seed }) => ({ seed }),
    },
  ),
)
afterAll(() => app.close())

async function send(key: string) {
  const answer = await app.inject({ method: 'POST', url: '/api/made', headers: { 'idempotency-key': key } })
  return { status: answer.statusCode, body: answer.json() }
}

/** A run that continues until the test ends it. */
function slowRun() {
  const started = Promise.withResolvers<string>()
  const end = Promise.withResolvers<void>()
  runs.push(async seed => {
    started.resolve(seed)
    await end.promise
  })
  return { started: started.promise, succeed: end.resolve, fail: end.reject }
}

const aMinutePasses = () =>
  client.query(`update command.idempotency set created_at = now() - interval '61 seconds'`)

test('a run slower than a minute does not delete the next run’s result for its key', async () => {
  const first = slowRun()
  const answered = send('slow')
  const seed = await first.started
  await aMinutePasses()
  expect(await send('slow')).toEqual({ status: 200, body: { seed } })
  first.fail(new HttpFailure(409, 'Superata'))
  expect((await answered).status).toBe(409)
  expect(await send('slow')).toEqual({ status: 200, body: { seed } })
})

test('a run slower than a minute does not complete the next run, which still works', async () => {
  const [first, second] = [slowRun(), slowRun()]
  const [answered, seed] = [send('slower'), await first.started]
  await aMinutePasses()
  const taken = send('slower')
  expect(await second.started).toBe(seed)
  first.succeed()
  expect(await answered).toEqual({ status: 200, body: { seed } })
  expect((await send('slower')).status).toBe(409)
  second.succeed()
  expect(await taken).toEqual({ status: 200, body: { seed } })
})

const broken = new Error('the connection broke')

test.each([
  ['the log', 'outage', broken],
  ['also the database with the idempotency keys', 'whole-outage', broken],
  ['what is needed after the append', 'unavailable', unavailable()],
])('after an outage of %s a repeat continues the work at once, with the same id', async (_, key, failure) => {
  let seed = ''
  runs.push(async given => {
    seed = given
    if (key === 'whole-outage') vi.spyOn(pool, 'query').mockRejectedValueOnce(failure)
    throw failure
  })
  expect((await send('no key')).status).toBe(400)
  expect((await send(key)).status).toBeGreaterThanOrEqual(500)
  expect(seed).not.toBe('')
  expect(await send(key)).toEqual({ status: 200, body: { seed } })
})
