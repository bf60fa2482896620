import { randomInt } from 'node:crypto'
import { idOf, streams } from '@tba/events/streams.ts'
import { projections } from '@tba/projector/projections.ts'
import { lists, own } from '@tba/query-api/routes.ts'
import { personIdOf } from '@tba/runtime/email-hash.ts'
import { calls, urlOf } from '../../attack/matrix.ts'
import { type Administrator, admin, invite } from '../support/administrator.ts'
import { tokenIn } from '../support/mailbox.ts'
import { password } from '../support/product.ts'
import { type Fill, writeAccount, writeContact, writeVisit } from '../support/sample-data.ts'
import { listening, ownProductWithJobs } from '../support/shared.ts'

/** In every field about a person. Only letters and digits, so that no escaping and no word splitting hides it. */
const mark = `zq${Date.now().toString(36)}${randomInt(1e6).toString(36)}zq`
const about: Fill = (field, most = 200) => `${field}${mark}`.slice(-most)
const email = `cliente${mark}@example.com`
const contact = `contatto${mark}@example.com`
const phone = `+39 333${randomInt(1e6, 1e7)}`
const licence = `TBA-${randomInt(1e9)}`
const brokerPassword = `broker-segreta-${randomInt(1e9)}`

const { product, console, mail } = await ownProductWithJobs()
/** Nobody ever sees these values. */
/** Values about people. */
const personal = [mark, phone, phone.replace(' ', ''), licence, admin.email]

const customer = product.visitor()
// The browser's data in a visit are not personal, so they have no mark.
const visit = await writeVisit(customer, field => field)
await writeContact(product.visitor(), about, contact, visit)
await writeAccount(customer, about, { email, phone, licence, password, brokerPassword }, visit)
await product.visitor().post('/api/password/forgot', { email })
const reset = tokenIn(await mail.letterTo(email))
const analyst = await invite(product, { by: console, role: 'analyst' })
expect((await customer.get('/api/user/progress')).text).toContain(licence)
const secrets = {
  'the password': password,
  'the broker password': brokerPassword,
  'a hash of a password': '$argon2',
  'the token of a link': reset,
  'a customer’s session': customer.cookies.get('session') ?? '',
  'an administrator’s session': console.token,
}
await console.post('/api/admin/views', { name: 'Contatti', filters: { q: 'hero' } })
await console.post('/api/admin/funnels', {
  name: 'Contatti',
  by: 'customer',
  windowSeconds: 3_600,
  breakdown: 'plan',
  steps: [{ event: 'AccountRegistered' }, { event: 'PlanActivated' }],
  from: '2020-01-01T00:00:00Z',
  to: '2100-01-01T00:00:00Z',
})
const [first] = await product.recorded({ type: 'LeadSubmitted' })
await console.post(`/api/admin/events/${first?.id}/open`, { reason: about('motivo') })
await console.post(`/api/admin/requests/${idOf(first?.stream ?? '')}/notes`, { text: about('nota') })
await console.get('/api/admin/dashboard')

/** The calls that are meant to show people. */
const listsOfPeople = Object.values(lists).filter(list => !('isOfNobody' in list))
const ofPeople = new RegExp(
  `^GET (/api/admin/(dashboard|export|audit|people|requests)|${listsOfPeople.map(({ url }) => url).join('|')})\\b`,
)
/** The audit shows which administrator did what; the accounts show the administrators. */
const ofAccounts = /\/api\/admin\/(audit|me|users)$/
const reads = Object.keys(calls).filter(name => name.startsWith('GET /api/admin/'))

/** All addresses of a call: one for each value of its parameter. */
async function addressesOf(name: string): Promise<string[]> {
  const route = name.slice('GET '.length)
  const log = await product.recorded()
  if (route === '/api/admin/events/:id') return log.map(({ id }) => route.replace(':id', id))
  if (route.startsWith('/api/admin/streams/:')) {
    const names = new Set(log.map(({ stream }) => stream))
    return [...names].map(stream => `/api/admin/streams/${encodeURIComponent(stream)}`)
  }
  if (route === '/api/admin/visits/:id') {
    const visits = new Set(log.map(({ stream }) => stream).filter(stream => stream.startsWith('visit-')))
    return [...visits].map(stream => route.replace(':id', idOf(stream)))
  }
  if (route === '/api/admin/funnels/:id') {
    const saved = log.filter(({ type }) => type === 'FunnelSaved')
    return saved.map(({ stream }) => route.replace(':id', idOf(stream)))
  }
  if (route === '/api/admin/people/:id') {
    const hashes = log.flatMap(({ data }) => personIdOf(data.emailHash) ?? [])
    return [...new Set(hashes)].map(id => route.replace(':id', id))
  }
  if (route === '/api/admin/requests/:id') {
    const submitted = log.filter(({ type }) => type === 'LeadSubmitted' || type === 'QuestionnaireSubmitted')
    return submitted.map(({ stream }) => route.replace(':id', idOf(stream)))
  }
  const [, kind] = /^\/api\/admin\/(customer|lead|questionnaire)s\/:id/.exec(route) ?? []
  if (kind) {
    const beginning = `${kind === 'customer' ? 'account' : kind}-`
    const ids = log.filter(({ stream, revision }) => stream.startsWith(beginning) && revision === 0)
    return ids.map(({ stream }) => route.replace(':id', idOf(stream)))
  }
  return [urlOf(name)]
}

/** The live stream from the beginning of the log to its end. It does not end by itself. */
async function everythingLive({ token }: Administrator): Promise<string> {
  const positions = (await product.recorded()).map(({ position }) => position)
  const [first = '', last = ''] = [positions[0], positions.at(-1)]
  const site = `http://127.0.0.1:${await listening(product)}`
  const hangUp = new AbortController()
  const answer = await fetch(`${site}/api/admin/events/live?after=${encodeURIComponent(first)}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: hangUp.signal,
  })
  let text = ''
  for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    if (text.includes(`id: ${last}\n`)) break
  }
  hangUp.abort()
  expect(text).toContain('PlanActivated')
  return text
}

/** All answers of a call: every page of a list, and every value of its parameter. */
async function everythingOf(name: string, who: Administrator): Promise<string> {
  if (name === 'GET /api/admin/events/live') return everythingLive(who)
  const texts: string[] = []
  for (const address of await addressesOf(name)) {
    let cursor: string | null = null
    do {
      const separator = address.includes('?') ? '&' : '?'
      const answer = await who.get(cursor ? `${address}${separator}cursor=${cursor}` : address)
      texts.push(answer.text)
      const { next = null } = (answer.body ?? {}) as { next?: string | null }
      cursor = next
    } while (cursor)
  }
  return texts.join('\n')
}

describe('a console call', () => {
  test.each(reads)('%s answers without secrets, and with people only if it is meant to', async name => {
    const text = await everythingOf(name, console)
    for (const [what, secret] of Object.entries(secrets)) {
      expect(secret, what).not.toBe('')
      expect(text.includes(secret), what).toBe(false)
    }
    // A call about one person must not show another one.
    if (name.includes('/customers/:id')) expect(text).not.toContain(contact)
    if (/\/(leads|questionnaires)\/:id/.test(name)) expect(text).not.toContain(email)
    if (name.endsWith('/:id') && ofPeople.test(name)) expect(text).toContain(mark)
    if (ofPeople.test(name)) return
    for (const word of personal) {
      if (ofAccounts.test(name) && word === admin.email) continue
      expect(text.toLowerCase()).not.toContain(word.toLowerCase())
    }
  })

  test.each(reads)('%s shows an analyst nobody’s data', async name => {
    const text = (await everythingOf(name, analyst)).toLowerCase()
    for (const word of personal) expect(text).not.toContain(word.toLowerCase())
    if (listsOfPeople.some(({ url }) => name.replace(/\/:id$/, '') === `GET ${url}`))
      expect(text).toContain('•••')
  })
})

/** Only these read tables may hold what people wrote about themselves. */
const shownOf = new Set<string>([...Object.values(own), ...listsOfPeople].map(({ projection }) => projection))
const tablesOfPeople = new Set([
  ...['sessions', 'admin_users', 'audit', 'requests', 'request_notes'],
  ...projections
    .filter(({ name }) => name === 'person-parts' || shownOf.has(name))
    .flatMap(({ tables }) => tables.map(({ name }) => name)),
])

test('no table holds secrets, and only tables about people hold personal data', async () => {
  const tables = await product.query(`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name, table_name as table
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  expect(tables.length).toBeGreaterThan(20)
  const holding = async (words: readonly string[]) => {
    const found: string[] = []
    for (const { name, table } of tables) {
      const rows = await product.query(
        `select 1 from ${name} as t where exists (select from unnest($1::text[]) word where t::text ilike '%' || word || '%') limit 1`,
        [words],
      )
      if (rows.length > 0) found.push(String(table))
    }
    return found
  }
  expect(await holding(Object.values(secrets))).toEqual([])
  const about = await holding(personal)
  // The mark must be found in these tables, otherwise the search finds nothing anywhere.
  expect(about).toEqual(expect.arrayContaining(['users', 'leads', 'questionnaire_responses', 'admin_users']))
  expect(about.filter(table => !tablesOfPeople.has(table))).toEqual([])
})

test('the log holds personal data only in sealed fields', async () => {
  const log = JSON.stringify(await product.recorded())
  for (const text of [...personal, ...Object.values(secrets)])
    expect(log.toLowerCase()).not.toContain(text.toLowerCase())
  expect(log).toContain(streams.visit('session_'))
})
