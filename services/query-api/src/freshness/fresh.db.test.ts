import { streams } from '@tba/events/streams.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { type ReadSide, readSide } from '../testing/read-side.ts'

const shared = await readSide()
afterAll(() => shared.close())

async function arranged(options?: Parameters<typeof readSide>[0]): Promise<ReadSide> {
  const side = await readSide(options)
  onTestFinished(() => side.close())
  return side
}

test('a session that is not projected yet gets 503, and is not signed out', async () => {
  // Short on purpose: the projector has stopped.
  const side = await arranged({ waitMs: 50 })
  await side.projector.stop()
  const customer = await side.signedIn()
  const position = await side.append(streams.visit('v1'), { type: 'ConsentChosen', data: { choice: 'none' } })
  for (const url of ['/api/auth/user', '/api/user/progress', '/api/user/data']) {
    const answer = await side.get(url, customer, position)
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
    expect((await side.get(url, customer)).statusCode).toBe(401)
    expect((await side.get(url, undefined, position)).statusCode).toBe(401)
  }
})

test('a service is ready while the log is projected, and names stopped projections', async () => {
  // Short on purpose: the projector will stop.
  const side = await arranged({ waitMs: 2_000 })
  await side.signedIn()
  await waitFor(async () => {
    const ready = await side.app.inject('/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      { log: 'ok', database: 'ok', announcements: 'ok', projections: 'ok' },
    ])
  })
  await side.projector.stop()
  await side.append(streams.visit('v1'), { type: 'ConsentChosen', data: { choice: 'none' } })
  const out = await side.app.inject('/readyz')
  expect([out.statusCode, out.json().projections]).toEqual([503, 'out'])
})

test('an administrator sees everything written before the read, from the sign-in on', async () => {
  const side = shared
  const [adminId, sid] = [crypto.randomUUID(), crypto.randomUUID()]
  const start = Math.floor(Date.now() / 1000)
  const headers = {
    authorization: `Bearer ${side.app.signAdmin({ sub: adminId, sid, start, role: 'analyst' })}`,
  }
  const leads = async () => {
    const answer = await side.app.inject({ url: '/api/admin/dashboard', headers })
    return [answer.statusCode, answer.json().stats?.leads]
  }
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  await side.append(streams.adminSession(sid), { type: 'AdminSignedIn', data: { adminId, expiresAt } })
  expect(await leads()).toEqual([200, 0])
  const person = { emailHash: 'hash', name: 'Anna', email: 'anna@example.com', phone: null, message: null }
  for (let sent = 1; sent <= 10; sent++) {
    const data = { ...person, plan: 'elite', depositEuro: 3000 } as const
    await side.append(streams.lead(crypto.randomUUID()), { type: 'LeadSubmitted', data })
    expect(await leads()).toEqual([200, sent])
  }
})
