import { streams } from '@tba/events/streams.ts'
import { readSide } from '../testing/read-side.ts'

const side = await readSide()
afterAll(() => side.close())

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

async function asked(customer?: { cookie: string }) {
  const answer = await side.get('/api/auth/user', customer)
  return [answer.statusCode, answer.json()]
}

test('returns the signed-in customer without secrets', async () => {
  const customer = await side.signedIn()
  const [status, user] = await asked(customer)
  expect(status).toBe(200)
  const email = `anna${customer.userId}@example.com`
  expect(user).toEqual({
    id: customer.userId,
    username: email,
    email,
    firstName: 'Anna',
    lastName: 'Rossi',
    profileImageUrl: null,
    phone: null,
    bio: null,
    website: null,
    country: null,
    timezone: null,
    linkedinUrl: null,
    twitterUrl: null,
    facebookUrl: null,
    instagramUrl: null,
    telegramUrl: null,
    whatsappNumber: null,
    createdAt: time,
    updatedAt: time,
  })
})

test('of a thousand open sessions a hundred are listed: the newest ones and the caller’s own', async () => {
  const { accountId, userId, sid, cookie } = await side.signedIn()
  const open = (expiresAt: string) => {
    const data = { accountId, userId, expiresAt, device: 'Programma', address: '203.0.113.0' }
    return side.append(streams.session(crypto.randomUUID()), { type: 'SessionOpened', data })
  }
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const positions = await Promise.all(Array.from({ length: 1000 }, () => open(tomorrow)))
  const answer = await side.get('/api/user/sessions', { cookie }, positions.toSorted().at(-1))
  const listed = answer.json() as { id: string; openedAt: string; current: boolean }[]
  expect(listed).toHaveLength(100)
  expect(listed.filter(({ current }) => current).map(({ id }) => id)).toEqual([sid])
  const times = listed.map(({ openedAt }) => openedAt)
  expect(times).toEqual(times.toSorted().reverse())
})
