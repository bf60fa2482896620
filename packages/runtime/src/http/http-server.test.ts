import { RevisionConflict, StoreUnavailable } from '@tba/event-store/port.ts'
import { z } from 'zod'
import { serverInTest, testServer } from '../testing/test-server.ts'
import { HttpFailure, tooMany } from './failure.ts'

const app = await testServer({ publicUrl: 'https://bot.example' })
const body = z.strictObject({ name: z.string(), amount: z.int().optional() })
app.post('/api/echo', { schema: { body } }, async request => request.body)
app.post('/api/list', { schema: { body: z.array(z.int()) } }, async () => 'ok')
app.post('/api/none', async request => ({ body: request.body ?? null }))
const response = { 200: z.object({ at: z.string() }) }
app.get('/api/thing', { schema: { response } }, async () => ({ at: 'now', secret: 'kept' }))
app.get('/api/bug', async () => {
  throw new RevisionConflict('account-1', 3, 4)
})
app.get('/api/outage', async () => {
  throw new Error('append failed', { cause: new StoreUnavailable('the store at 10.0.0.7 is gone') })
})
app.get('/api/refused', async () => {
  throw new HttpFailure(409, 'Email già registrata')
})
app.get('/api/busy', async () => {
  throw tooMany(2.2)
})

const send = (payload: string, more: Record<string, string> = {}) => {
  const headers = { 'content-type': 'application/json', ...more }
  return app.inject({ method: 'POST', url: '/api/echo', payload, headers })
}

describe('a body', () => {
  const message = 'Tipo di valore non valido'

  test('is answered with the first broken rule, and with all of them by field', async () => {
    const answer = await send('{"name":7,"amount":"5"}')
    const issues = ['name', 'amount'].map(path => ({ path, message }))
    expect([answer.statusCode, answer.json()]).toEqual([400, { message, issues }])
  })

  test('that breaks a rule a thousand times does not get a thousand messages', async () => {
    const payload = Array(1_000).fill('x')
    const answer = await app.inject({ method: 'POST', url: '/api/list', payload })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().issues).toHaveLength(20)
    expect(answer.json().issues[19]).toEqual({ path: '19', message })
  })

  test('that is missing gets a message that a body is needed', async () => {
    const answer = await send('')
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toBe('La richiesta deve contenere un oggetto JSON')
  })

  test('that is empty with a JSON type counts as no body', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'POST', url: '/api/none', headers })
    expect([answer.statusCode, answer.json()]).toEqual([200, { body: null }])
  })

  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']

  test.each(['text/plain', ...forms, 'garbage'])('of type %s is refused in Italian', async type => {
    const answer = await send('{"name":"Anna"}', { 'content-type': type })
    expect(answer.statusCode).toBe(415)
    expect(answer.json()).toEqual({ message: 'Formato non supportato: invia JSON' })
  })

  test('that is compressed is refused, with another message than for broken JSON', async () => {
    const answer = await send('{"name":"Anna"}', { 'content-encoding': 'gzip' })
    expect(answer.statusCode).toBe(415)
    expect(answer.json()).toEqual({ message: 'Formato non supportato: invia JSON non compresso' })
  })
})

describe('an error', () => {
  test('of a business rule has its own message', async () => {
    const answer = await app.inject('/api/refused')
    expect([answer.statusCode, answer.json()]).toEqual([409, { message: 'Email già registrata' }])
  })

  test('of the product itself leaks nothing', async () => {
    const answer = await app.inject('/api/bug')
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({ message: 'Si è verificato un errore. Riprova più tardi.' })
  })

  test('of an unavailable store asks to retry', async () => {
    const answer = await app.inject('/api/outage')
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('2')
    expect(answer.body).not.toContain('10.0.0.7')
  })

  test('of too many calls gives the time to retry, in whole seconds', async () => {
    const answer = await app.inject('/api/busy')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '3'])
    expect(answer.json()).toEqual({ message: 'Troppe richieste. Riprova tra 3 secondi.' })
  })
})

describe('an address', () => {
  test.each(['/api/thing/%zz', '/api/%c0%af', '/api/thing?q=%', '/api/thing?q=%00', '/api/%00'])(
    '%s is refused, never a 500',
    async url => {
      const answer = await app.inject(url)
      expect([answer.statusCode, answer.json()]).toEqual([400, { message: 'Indirizzo non valido' }])
    },
  )

  test('outside of /api belongs to the page that the host serves', async () => {
    const host = await serverInTest({
      notFound: (_request, reply) => reply.code(404).type('text/html').send('<p>404'),
    })
    expect((await host.inject('/apiary')).body).toBe('<p>404')
    expect((await host.inject('/api')).json()).toEqual({ message: 'Risorsa non trovata' })
  })
})

test('an answer contains the fields of its schema and nothing else', async () =>
  expect((await app.inject('/api/thing')).json()).toEqual({ at: 'now' }))
