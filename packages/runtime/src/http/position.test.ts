import type { Position } from '@tba/event-store/port.ts'
import { testServer } from '../testing/test-server.ts'

const app = await testServer({ publicUrl: 'https://bot.example' })
app.post<{ Querystring: { at: string } }>('/api/write', async (request, reply) => {
  for (const at of request.query.at.split(',')) reply.wrote(at as Position)
  return 'ok'
})
app.post('/api/sign-in', async (_request, reply) => {
  reply.openSession(customer('3f0e9a52-3f1b-4d0e-9d3c-1f2e3d4c5b6a'))
  reply.wrote(at(7))
  return 'ok'
})
app.get('/api/read', async request => ({ after: request.after }))

/** The position of the event with this number. */
const at = (number: number) => `00000001-00000000000002a4-${String(number).padStart(16, '0')}` as Position

const start = Math.floor(Date.now() / 1000)
const customer = (sub: string) => ({ sub, uid: 1, sid: '8a1d6f4e-5b2c-4e7f-9a3b-0c1d2e3f4a5b', start })

async function write(at: string, position?: string) {
  const cookie = position ? `position=${position}` : ''
  const answer = await app.inject({ method: 'POST', url: `/api/write?at=${at}`, headers: { cookie } })
  return { header: answer.headers['x-position'], cookie: answer.cookies[0] }
}

async function after(headers: Record<string, string>) {
  return (await app.inject({ url: '/api/read', headers })).json().after
}

test('a write returns its position, in a cookie for thirty seconds', async () => {
  const { header, cookie } = await write(at(5))
  expect(header).toBe(at(5))
  expect(cookie).toEqual({
    name: '__Host-position',
    value: at(5),
    path: '/',
    maxAge: 30,
    httpOnly: true,
    secure: true,
    sameSite: 'Lax',
  })
})

test('of two writes in one call, the later position counts', async () =>
  expect(await write(`${at(9)},${at(5)}`)).toMatchObject({ header: at(9), cookie: { value: at(9) } }))

test('a late answer does not replace the position of a newer one', async () =>
  expect(await write(at(5), at(9))).toMatchObject({ header: at(5), cookie: { value: at(9) } }))

test('a read waits for the positions in the header and in the cookie', async () => {
  expect(await after({ 'x-after': at(5), cookie: `position=${at(9)}` })).toEqual([at(5), at(9)])
  expect(await after({ 'x-after': at(10) })).toEqual([at(10)])
  expect(await after({ cookie: `position=${at(9)}` })).toEqual([at(9)])
})

test('an invalid position is ignored', async () => {
  expect(await after({})).toEqual([])
  expect(await after({ 'x-after': "1'; drop" })).toEqual([])
  expect(await after({ 'x-after': 'x'.repeat(37) })).toEqual([])
  // As a position it would be later than all others: every read would wait in vain.
  expect(await after({ cookie: 'position=zzzz' })).toEqual([])
  expect(await write(at(5), 'zzzz')).toMatchObject({ cookie: { value: at(5) } })
  expect(await after({ 'x-after': '', cookie: 'position=%00' })).toEqual([])
})

test('a client that keeps only the session cookie sees its own writes, and no other client waits for them', async () => {
  const { cookies } = await app.inject({ method: 'POST', url: '/api/sign-in' })
  const cookie = `__Host-session=${cookies.find(({ name }) => name === '__Host-session')?.value}`
  expect(await after({ cookie })).toEqual([at(7)])
  await app.inject({ method: 'POST', url: `/api/write?at=${at(9)}`, headers: { cookie } })
  await app.inject({ method: 'POST', url: `/api/write?at=${at(8)}`, headers: { cookie } })
  expect(await after({ cookie, 'x-after': at(5) })).toEqual([at(5), at(9)])
  expect(await after({})).toEqual([])
})
