import type { RequestDetail } from '@tba/events/requests/views.ts'
import { perFile } from '@tba/testing/per-file.ts'
import { admin, administrator } from '../support/administrator.ts'
import { openProduct, password } from '../support/product.ts'
import type { Answer, Visitor } from '../support/visitor.ts'

const product = await perFile(openProduct({ admin }))

/** Stops the projector before the end of a session. Reads continue. */
async function lock(projection: string, table: string) {
  const [live] = await product.query('select schema from projector.checkpoints where projection = $1', [
    projection,
  ])
  await product.query('begin')
  await product.query(`lock table ${live?.schema}.${table} in exclusive mode`)
  // The next test needs the table, also after a failure. A second rollback does nothing.
  onTestFinished(async () => void (await product.query('rollback')))
  return { release: () => product.query('rollback') }
}

/**
 * Whether the answer came after the event was in the log and an allowed read was answered. An answer that waited two
 * seconds is fine: a busy machine can take that long for the rest.
 */
async function answeredMeanwhile(answering: Promise<Answer>, type: string, read: () => Promise<Answer>) {
  const startedMs = performance.now()
  let answeredMs = Number.POSITIVE_INFINITY
  void answering.then(() => {
    answeredMs = performance.now()
  })
  await expect.poll(async () => (await product.recorded()).map(event => event.type)).toContain(type)
  expect((await read()).status).toBe(200)
  return answeredMs - startedMs < 2_000
}

async function twoDevices(email: string) {
  const laptop = await product.customer(email)
  const phone = product.visitor()
  expect((await phone.post('/api/login', { email, password })).status).toBe(200)
  expect((await phone.get('/api/user/profile')).status).toBe(200)
  // The session's own write has been read, so later reads do not wait for it.
  phone.cookies.delete('position')
  return { laptop, phone, read: () => phone.get('/api/user/profile') }
}

test.each<[string, string, (laptop: Visitor, phone: Visitor) => Promise<Answer>]>([
  [
    'a new password',
    'PasswordChanged',
    laptop => laptop.put('/api/user/password', { currentPassword: password, newPassword: 'nuova-di-prova' }),
  ],
  ['ending all others', 'SessionsRevoked', laptop => laptop.delete('/api/user/sessions')],
  ['signing out', 'SessionClosed', (_laptop, phone) => phone.post('/api/logout')],
])('%s is answered only after the device’s cookie can no longer read', async (_how, type, end) => {
  const { laptop, phone, read } = await twoDevices(`${type.toLowerCase()}@example.com`)
  // Not for their own session: it waits for its last write.
  const somebody = await product.customer()
  expect((await somebody.get('/api/user/profile')).status).toBe(200)
  const cookies = [...phone.cookies]
  const { release } = await lock('sessions', 'sessions')
  const answering = end(laptop, phone)
  const isAnswered = await answeredMeanwhile(answering, type, () => somebody.get('/api/user/profile'))
  await release()
  expect(isAnswered).toBe(false)
  expect((await answering).status).toBe(200)
  // As with a copied cookie.
  for (const [name, value] of cookies) phone.cookies.set(name, value)
  expect((await read()).status).toBe(401)
})

test('the token of an administrator exports nothing after the sign-out is answered', async () => {
  const signedIn = await administrator(product)
  // As long as the table is locked, the answer is stale.
  const read = () => signedIn.call('GET', '/api/admin/export/analytics')
  expect((await signedIn.get('/api/admin/settings')).status).toBe(200)
  const { release } = await lock('admin-sessions', 'admin_sessions')
  const answering = signedIn.post('/api/admin/logout')
  const isAnswered = await answeredMeanwhile(answering, 'AdminSignedOut', read)
  await release()
  expect(isAnswered).toBe(false)
  expect((await answering).status).toBe(200)
  expect((await read()).status).toBe(401)
})

test('an ended session opens and exports nothing, even if the read side still shows it as open', async () => {
  const signedIn = await administrator(product)
  await product.customer()
  const accountId = await product.newestAccount()
  const lead = { name: 'Anna', email: 'anna@example.com', plan: 'starter', deposit: '500' }
  const submitted = (await product.visitor().post('/api/leads', lead)).body as { id: string }
  const [event] = await product.recorded({ type: 'AccountRegistered', stream: `account-${accountId}` })
  for (const list of ['customers', 'leads', 'events']) await signedIn.get(`/api/admin/${list}?limit=1`)
  // As with a copied token.
  const headers = { authorization: `Bearer ${signedIn.token}` }
  const { request } = await signedIn.read<RequestDetail>(`/api/admin/requests/${submitted.id}`)
  const asked = { parts: [`lead-${submitted.id}`], format: 'json' }
  const takes = () => [
    product.visitor().post(`/api/admin/events/${event?.id}/open`, { reason: 'Controllo' }, { headers }),
    product.visitor().get(`/api/admin/customers/${accountId}/export`, { headers }),
    product.visitor().post(`/api/admin/people/${request.personId}/export`, asked, { headers }),
  ]
  const statuses = async () => (await Promise.all(takes())).map(({ status }) => status)
  expect(await statuses()).toEqual([200, 200, 200])
  // These calls recorded events. A read that misses its own writes gets 503 and is repeated.
  await signedIn.get('/api/admin/customers?limit=1')
  const { release } = await lock('admin-sessions', 'admin_sessions')
  expect((await signedIn.post('/api/admin/logout')).status).toBe(200)
  expect(await statuses()).toEqual([401, 401, 401])
  await release()
})

test('if the read side has stopped, the end of a session is still answered after two seconds', async () => {
  const { laptop } = await twoDevices('ferma@example.com')
  const { release } = await lock('sessions', 'sessions')
  expect((await laptop.delete('/api/user/sessions')).status).toBe(200)
  await release()
})
