import { measured, newVisit, tracker } from '../support/tracker.ts'

const tracked = await tracker()

describe('consent', () => {
  test('is stored in a cookie that pages can read, and in the visit', async () => {
    const sessionId = newVisit()
    const answer = await tracked.choose('all', sessionId)
    expect(answer).toMatchObject({ status: 200, body: { choice: 'all' } })
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(/^consent=all;.*SameSite=Lax/)
    expect(cookie).not.toMatch(/HttpOnly/)
    expect(await tracked.rows('visits', sessionId)).toMatchObject([{ consent: 'all' }])
    await tracked.choose('none', sessionId)
    expect(await tracked.rows('visits', sessionId)).toMatchObject([{ consent: 'none' }])
  })

  test('without a visit only the cookie is set, and an unknown choice is refused', async () => {
    const visitor = tracked.product.visitor()
    expect((await visitor.post('/api/consent', { choice: 'none' })).status).toBe(200)
    expect(visitor.cookies.get('consent')).toBe('none')
    expect((await visitor.post('/api/consent', { choice: 'maybe' })).status).toBe(400)
  })
})

test('an analytics event names the customer and the visit only with consent', async () => {
  const customer = await tracked.product.customer()
  const [silent, open] = [newVisit(), newVisit()]
  const track = (sessionId: string) =>
    customer.post('/api/tracking/analytics', measured(sessionId), { headers: { 'x-visit-id': sessionId } })
  await track(silent)
  customer.cookies.set('consent', 'all')
  await track(open)
  const { id } = (await customer.get('/api/auth/user')).body as { id: number }
  expect(await tracked.rows('analytics_events', silent)).toMatchObject([{ userId: null }])
  expect(await tracked.rows('analytics_events', open)).toMatchObject([{ userId: id }])
  const [hidden, shown] = [(await tracked.logged(silent)).at(-1), (await tracked.logged(open)).at(-1)]
  expect(hidden?.metadata).toMatchObject({ actor: 'visitor' })
  expect(hidden?.metadata).not.toHaveProperty('visitId')
  expect(shown?.metadata).toMatchObject({ actor: expect.stringMatching(/^customer:/), visitId: open })
})

test('the token of an ended session assigns no events to its customer', async () => {
  const customer = await tracked.product.customer()
  customer.cookies.set('consent', 'all')
  const token = customer.cookies.get('session') ?? ''
  await customer.post('/api/logout')
  customer.cookies.set('session', token)
  const sessionId = newVisit()
  const { status } = await customer.post('/api/tracking/analytics', measured(sessionId))
  expect(status).toBe(202)
  expect(await tracked.rows('analytics_events', sessionId)).toMatchObject([{ userId: null }])
  expect((await tracked.logged(sessionId)).at(-1)?.metadata).toMatchObject({ actor: 'visitor' })
})

test('a click and the request that it caused share the id of the client only with consent', async () => {
  const customer = await tracked.product.customer()
  const correlations = async (consent: string) => {
    customer.cookies.set('consent', consent)
    const [sessionId, click] = [newVisit(), crypto.randomUUID()]
    const headers = { 'x-visit-id': sessionId, 'x-correlation-id': click }
    await customer.post('/api/tracking/analytics', measured(sessionId), { headers })
    await customer.put('/api/user/profile', { bio: consent }, { headers })
    const request = (await tracked.product.recorded({ type: 'ProfileUpdated' })).at(-1)
    const events = [(await tracked.logged(sessionId)).at(-1), request]
    return events.map(event => JSON.stringify(event?.metadata).includes(click))
  }
  expect(await correlations('none')).toEqual([false, false])
  expect(await correlations('all')).toEqual([true, true])
})
