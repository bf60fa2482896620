import { EventEmitter } from 'node:events'
import { streams } from '@tba/events/streams.ts'
import { ofCustomers, startDownload } from '@tba/query-api/admins/exporter.ts'
import { perFile } from '@tba/testing/per-file.ts'
import type { FastifyReply } from 'fastify'
import { admin, administrator } from '../tests/support/administrator.ts'
import { newcomer, openProduct, password } from '../tests/support/product.ts'
import { storedEvent } from '../tests/support/recorded-events.ts'
import { lead } from '../tests/support/sample-forms.ts'
import type { Answer } from '../tests/support/visitor.ts'

/** A quarter of each limit, so that few requests are enough: 50 leads at once, one wrong password. */
const limitScale = 0.25

const product = await perFile(openProduct({ limitScale }))

/** Some were refused, at most as many as exceeded the limit, and each with Retry-After. */
function expectSomePutOff(answers: readonly Answer[], tooMany: number) {
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThanOrEqual(tooMany)
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
}

test('an address may send some leads at once and then waits; others do not wait', async () => {
  const submit = (address: string) => product.visitor().post('/api/leads', lead, { address })
  expectSomePutOff(await Promise.all(Array.from({ length: 55 }, () => submit('198.51.100.20'))), 5)
  expect((await submit('198.51.100.21')).status).toBe(201)
})

test('permanent writes of visitors are limited over all addresses and kinds', async () => {
  await using small = await openProduct({ limitScale: 0.005 })
  const sent = async (at: number, path: string, body: object) =>
    (await small.visitor().post(path, body, { address: `203.0.113.${at}` })).status
  const register = (at: number) => sent(at, '/api/register', newcomer(`nuova-${at}@example.com`))
  // Each address sends one. All together may send 20: at this scale none counts as quiet.
  const left = []
  for (let at = 0; at < 30; at++)
    left.push(await (at % 2 ? sent(at, '/api/leads', lead) : sent(at, '/api/password/forgot', lead)))
  expect(left).toContain(429)
  expect(left.filter(status => status !== 429).length).toBeGreaterThanOrEqual(20)
  expect(await register(1)).toBe(201)
})

test('guesses of the password for an erasure are limited', async () => {
  const customer = await product.customer()
  const guesses = await Promise.all(
    Array.from({ length: 5 }, () => customer.post('/api/user/erasure', { password: 'sbagliata' })),
  )
  expect(guesses.map(({ status }) => status)).toContain(429)
})

test('a customer’s writes are limited over all sessions, and other customers are not affected', async () => {
  const [busy, other] = [await product.customer('tanto@example.com'), await product.customer()]
  const phone = product.visitor()
  expect((await phone.post('/api/login', { email: 'tanto@example.com', password })).status).toBe(200)
  let [count, last] = [0, await busy.put('/api/user/profile', { bio: 'prima' })]
  for (; count < 200 && last.status === 200; count++)
    last = await (count % 2 ? busy : phone).put('/api/user/profile', { bio: `${count}` })
  expect(count).toBeGreaterThanOrEqual(300 * limitScale)
  expect(last).toMatchObject({
    status: 429,
    body: { message: expect.stringMatching(/^Troppe richieste. Riprova tra/) },
  })
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  expect((await phone.delete('/api/user/sessions')).status).toBe(429)
  expect((await busy.get('/api/user/profile')).status).toBe(200)
  expect((await busy.post('/api/logout')).status).toBe(200)
  expect((await other.put('/api/user/profile', { bio: 'mia' })).status).toBe(200)
})

test('the customers of an address are limited together, by the size of what they write', async () => {
  await using small = await openProduct({ limitScale: 0.01 })
  const customers = await Promise.all(Array.from({ length: 10 }, () => small.customer()))
  // 3 KiB of the 20 that an address may send at once.
  const long = { website: `https://example.com/${'a'.repeat(2_000)}`, bio: 'b'.repeat(500) }
  const write = async (at: number, address: string) =>
    (await customers[at]?.put('/api/user/profile', long, { address }))?.status
  const statuses = await Promise.all(customers.slice(1).map((_, at) => write(at, '198.51.100.30')))
  expect(statuses.toSorted()).toEqual([...Array(6).fill(200), ...Array(3).fill(429)])
  expect(await write(9, '198.51.100.31')).toBe(200)
})

test('an account and its setup take a limited number of changes, but a new password and the erasure', async () => {
  await using small = await openProduct({ limitScale: 0.1 })
  const customer = await small.customer()
  await customer.post('/api/user/progress', { plan: 'starter', deposit: 500 })
  const accountId = await small.newestAccount()
  const many = (type: string, data = {}) => Array.from({ length: 300 }, () => storedEvent(type, data))
  await small.store.append(streams.account(accountId), many('ProfileUpdated', { changes: {} }), 'any')
  await small.store.append(streams.setup(accountId), many('SetupStepReopened', { step: 'mt4' }), 'any')
  const statuses = [
    await customer.put('/api/user/profile', { bio: 'ancora' }),
    await customer.delete('/api/user/sessions'),
    await customer.put('/api/user/progress', { step1_broker_account: true }),
    await customer.put('/api/user/password', { currentPassword: password, newPassword: 'un-altra-prova' }),
    await customer.post('/api/user/erasure', { password: 'un-altra-prova' }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([409, 409, 409, 200, 200])
})

test('an account of the console may write some commands at once and then waits', async () => {
  await using small = await openProduct({ limitScale: 0.01, admin })
  const console = await administrator(small)
  const save = () => console.post('/api/admin/views', { name: 'Ancora', filters: {} })
  expectSomePutOff(await Promise.all(Array.from({ length: 14 }, save)), 4)
})

test('an account has two downloads at a time, whatever they hold', async () => {
  await using own = await openProduct({ admin })
  const [customer, console] = [await own.customer(), await administrator(own)]
  const [accountId, { id: adminId }] = [
    await own.newestAccount(),
    await console.read<{ id: string }>('/api/admin/me'),
  ]
  const sent: Record<string, object> = { '/api/admin/sql/export': { query: 'select 1' } }
  const downloads: Record<string, string> = {
    '/api/admin/sql/export': '/api/admin/sql/export?format=csv',
    '/api/admin/export/events': '/api/admin/export/events?format=csv',
    '/api/admin/export/{type}': '/api/admin/export/interactions',
    '/api/admin/export/requests': '/api/admin/export/requests',
    '/api/admin/replays/{id}/result': `/api/admin/replays/${accountId}/result`,
    '/api/admin/customers/{id}/export': `/api/admin/customers/${accountId}/export`,
  }
  const { paths } = (await customer.get('/api/docs/json')).body as { paths: Record<string, object> }
  const files = Object.keys(paths).filter(at => /text\/csv|ndjson|parquet/.test(JSON.stringify(paths[at])))
  expect(Object.keys(downloads)).toEqual(expect.arrayContaining(files))

  const unread = () =>
    ({ raw: new EventEmitter(), request: { socket: { destroyed: false } } }) as unknown as FastifyReply
  for (let held = 0; held < 2; held++) {
    await startDownload({ sub: adminId }, unread())
    await startDownload({ sub: accountId }, unread(), ofCustomers)
  }
  const answers = [
    customer.get('/api/user/data'),
    ...Object.entries(downloads).map(([call, url]) =>
      sent[call] ? console.call('POST', url, sent[call]) : console.get(url),
    ),
  ]
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 429))
})
