import { testServer } from '../testing/test-server.ts'
import { contextOf } from './visit.ts'

const claims = {
  sub: 'aaaaaaaa-0000-4000-8000-000000000001',
  uid: 7,
  sid: '11111111-0000-4000-8000-000000000000',
  start: Math.floor(Date.now() / 1_000),
}

const app = await testServer()
app.get('/api/context', async request => ({
  visitId: request.visitId,
  consent: request.consent,
  context: contextOf(request, 'customer:1'),
}))
app.get('/api/sign-in', async (_request, reply) => {
  reply.openSession(claims)
  return 'ok'
})
app.get('/api/as/:account', async request =>
  contextOf(request, `customer:${(request.params as { account: string }).account}`),
)
app.post('/api/consent', async (_request, reply) => {
  reply.keepConsent('all')
  return 'ok'
})

async function asked(headers: Record<string, string>) {
  const answer = await app.inject({ url: '/api/context', headers })
  return { ...answer.json(), requestId: answer.headers['x-request-id'] }
}

const visit = { 'x-visit-id': 'session_1763_ab-C' }

test('a command carries its request, its own cause, and its actor', async () => {
  const [one, other] = [await asked({}), await asked({})]
  expect(one.context).toEqual({
    actor: 'customer:1',
    correlationId: one.requestId,
    causationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(other.context.causationId).not.toBe(one.context.causationId)
  expect(other.requestId).not.toBe(one.requestId)
})

const click = 'ABCDEF01-2345-4678-89AB-CDEF01234567'

test('a command belongs to the click before it only with consent, and only by a UUID', async () => {
  const correlation = async (sent: string, consent: string) => {
    const headers = { 'x-correlation-id': sent, cookie: `consent=${consent}` }
    const { context, requestId } = await asked(headers)
    return context.correlationId === requestId ? 'own' : context.correlationId
  }
  expect(await correlation(click, 'all')).toBe(click.toLowerCase())
  expect(await correlation(click, 'none')).toBe('own')
  expect(await correlation('anna@example.com', 'all')).toBe('own')
  expect(await correlation('', 'all')).toBe('own')
})

test('a command names its visit only with consent', async () => {
  expect((await asked(visit)).context.visitId).toBeUndefined()
  expect((await asked({ ...visit, cookie: 'consent=none' })).context.visitId).toBeUndefined()
  const allowed = await asked({ ...visit, cookie: 'consent=all' })
  expect(allowed).toMatchObject({ consent: true, context: { visitId: 'session_1763_ab-C' } })
})

test('an event of a customer names their session, and an event for another customer does not', async () => {
  const [cookie] = (await app.inject('/api/sign-in')).cookies
  const cookies = { session: cookie?.value ?? '' }
  const as = async (account: string) => (await app.inject({ url: `/api/as/${account}`, cookies })).json()
  expect(await as(claims.sub)).toMatchObject({ actor: `customer:${claims.sub}`, sessionId: claims.sid })
  expect(await as('bbbbbbbb-0000-4000-8000-000000000002')).not.toHaveProperty('sessionId')
})

test.each(['', 'with space', 'x'.repeat(129), '../x', 'è'])('"%s" is not the id of a visit', async id => {
  const { visitId } = await asked({ 'x-visit-id': Buffer.from(id).toString('latin1') })
  expect(visitId).toBeNull()
})

test('the choice is kept for six months, where the page can read it', async () => {
  const answer = await app.inject({ method: 'POST', url: '/api/consent' })
  expect(answer.cookies).toEqual([
    { name: 'consent', value: 'all', path: '/', maxAge: 182 * 86_400, sameSite: 'Lax' },
  ])
})
