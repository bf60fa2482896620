import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { serverInTest } from '@tba/runtime/testing/test-server.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { answersLater } from './later.ts'
import { questionsRoute } from './questions.route.ts'

const database = await freshDatabase()
const pool = await createPool(database.connectionString)
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const [own, stranger] = [crypto.randomUUID(), crypto.randomUUID()]
for (const statement of [
  sql.unsafe`create schema read`,
  sql.unsafe`create table read.admin_sessions (sid uuid, "adminId" uuid, expire timestamptz)`,
  // Each session has the id of its account.
  sql.unsafe`insert into read.admin_sessions
    select id, id, now() + interval '1 hour' from ${sql.unnest([[own], [stranger]], ['uuid'])} a (id)`,
])
  await pool.query(statement)
type Handler = (later: { signal: AbortSignal; passed(share: number): void }) => Promise<{ count: number }>

/** An instance whose question does this. */
async function instance(handler: Handler = async () => ({ count: 3 })) {
  const app = await serverInTest()
  app.addHook('onRequest', async request => {
    const sub = String(request.headers.admin ?? own)
    request.adminToken = { claims: { sub, sid: sub } } as never
  })
  answersLater(app, pool)
  questionsRoute(app, { pool, onRequest: [] } as never)
  const schema = { response: { 200: z.object({ count: z.int() }), 202: z.object({ id: z.uuid() }) } }
  app.get('/api/count', { schema, config: { counts: true } }, ({ later }) =>
    handler(later ?? { signal: new AbortController().signal, passed: () => {} }),
  )
  const call = async (method: 'GET' | 'DELETE', url: string, headers: Record<string, string> = {}) => {
    const answer = await app.inject({ method, url, headers })
    return { status: answer.statusCode, body: answer.json() }
  }
  const ask = async () => (await call('GET', '/api/count', { prefer: 'respond-async' })).body.id as string
  return {
    app,
    call,
    ask,
    state: async (id: string) => (await call('GET', `/api/admin/questions/${id}`)).body,
  }
}

/** Runs until it is cancelled. */
const endless: Handler = ({ signal, passed }) => {
  passed(0.5)
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('cancelled'))))
}

test('without the preference, or within the wait that it names, the answer comes at once', async () => {
  const { call } = await instance()
  const at = { status: 200, body: { count: 3 } }
  expect(await call('GET', '/api/count')).toEqual(at)
  expect(await call('GET', '/api/count', { prefer: 'respond-async, wait=9' })).toEqual(at)
})

test('a client that leaves within that wait ends the question', async () => {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { app } = await instance(later => {
    later.signal.addEventListener('abort', () => resolve())
    begin()
    return endless(later)
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()
  const headers = { prefer: 'respond-async, wait=99' }
  const asked = fetch(`${address}/api/count`, { headers, signal: leaving.signal }).catch(() => 'left')
  await begun
  leaving.abort()
  expect(await asked).toBe('left')
  await ended
})

test('an answer that comes later is the one that the call would have given, a refusal too', async () => {
  const { ask, state } = await instance(async () => ({ count: 3, secret: 'of no schema' }) as never)
  const id = await ask()
  await expect.poll(() => state(id)).toEqual({ state: 'done', progress: 1, result: { count: 3 } })
  const refusing = await instance(async () => {
    throw new HttpFailure(400, 'Posizione non valida')
  })
  const refused = await refusing.ask()
  const view = { state: 'failed', progress: 1, status: 400, message: 'Posizione non valida' }
  await expect.poll(() => refusing.state(refused)).toEqual(view)
})

test('any instance tells the progress, and cancels; another account sees nothing of it', async () => {
  const [asked, other] = [await instance(endless), await instance()]
  const id = await asked.ask()
  await expect.poll(() => other.state(id)).toEqual({ state: 'running', progress: 0.5 })
  const url = `/api/admin/questions/${id}`
  for (const method of ['GET', 'DELETE'] as const)
    expect((await other.call(method, url, { admin: stranger })).status).toBe(404)
  expect((await other.call('DELETE', url)).status).toBe(200)
  expect(await asked.state(id)).toEqual({ state: 'cancelled', progress: 0.5 })
})

test.each([
  ['was cancelled', sql.fragment`state = 'cancelled'`],
  ['is asked for by nobody any more', sql.fragment`polled_at = now() - interval '3 minutes'`],
])('a question that %s ends where it runs', async (_what, change) => {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const { ask } = await instance(({ signal, passed }) => {
    signal.addEventListener('abort', () => resolve())
    return endless({ signal, passed })
  })
  const id = await ask()
  await pool.query(sql.unsafe`update console.questions set ${change} where id = ${id}`)
  await ended
})

test('the question of an instance that died fails with a sentence', async () => {
  const { ask, state } = await instance(endless)
  const id = await ask()
  const other = await instance()
  // What a heartbeat would refresh: this one has none, so to say.
  await pool.query(sql.unsafe`
    insert into console.questions (id, admin_id, alive_at)
    select ${crypto.randomUUID()}, admin_id, now() - interval '1 minute' from console.questions where id = ${id}`)
  const [dead = ''] = await pool.anyFirst(sql.type(z.object({ id: z.uuid() }))`
    select id from console.questions where alive_at < now() - interval '30 seconds'`)
  expect(await other.state(dead)).toMatchObject({
    state: 'failed',
    status: 503,
    message: expect.stringMatching(/Riprova/),
  })
  expect(await state(id)).toMatchObject({ state: 'running' })
})

test('a question that is cancelled, or left, ends as a refusal: it is no error of the service', async () => {
  const reasons: unknown[] = []
  const { app, ask, call } = await instance(
    ({ signal }) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          reasons.push(signal.reason)
          reject(signal.reason)
        }),
      ),
  )
  await call('DELETE', `/api/admin/questions/${await ask()}`)
  await expect.poll(() => reasons).toMatchObject([{ status: 400 }])
  await ask()
  await app.close()
  expect(reasons[1]).toMatchObject({ status: 503 })
  expect(reasons.every(reason => reason instanceof HttpFailure)).toBe(true)
})
