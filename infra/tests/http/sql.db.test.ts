import { examples } from '@tba/events/queries/examples.ts'
import { lead } from '../support/sample-forms.ts'
import { ownProduct } from '../support/shared.ts'
import { firefox } from '../support/user-agents.ts'

const { product, console } = await ownProduct()
const visitor = product.visitor()
const headers = { 'x-visit-id': 'visita-sql', 'user-agent': firefox }
async function view(...pages: string[]) {
  const event = { kind: 'interaction', sessionId: 'visita-sql', eventType: 'page_view', userAgent: firefox }
  const events = pages.map(page => ({
    ...event,
    clientId: crypto.randomUUID(),
    page: `https://example.com${page}`,
  }))
  expect((await visitor.post('/api/tracking/batch', { events }, { headers })).status).toBe(202)
}
await view('/', '/strategies')
await visitor.post('/api/consent', { choice: 'all' }, { headers })
expect((await visitor.post('/api/leads', lead, { headers })).status).toBe(201)
await view('/faq')

test('a question in SQL is answered from the log without personal data, and recorded with its text sealed', async () => {
  const query = "select type, data from events where type = 'LeadSubmitted' and data like {{nome}}"
  const parameters = { nome: { type: 'text', value: '%plan%' } }
  const { status, body } = await console.post('/api/admin/sql', { query, parameters })
  expect([status, body]).toMatchObject([200, { rows: [['LeadSubmitted', expect.any(String)]], more: false }])
  expect(JSON.stringify(body)).not.toContain(lead.email)
  const [asked] = await product.recorded({ type: 'QueryAsked' })
  expect(asked?.data).toMatchObject({ format: null })
  expect(JSON.stringify(asked?.data)).not.toContain('select')
})

test('every example is answered, and page views before a lead are those before it, by an Italian weekday', async () => {
  const ask = async (query: string) => {
    const given = { dal: '2026-01-01', al: '2026-12-31', pagina: '/' }
    const parameters = Object.fromEntries(
      Object.entries(given)
        .filter(([name]) => query.includes(`{{${name}}}`))
        .map(([name, value]) => [name, { type: name === 'pagina' ? 'text' : 'date', value }]),
    )
    return console.post('/api/admin/sql', { query, parameters })
  }
  for (const { title, query } of examples) expect([title, (await ask(query)).status]).toEqual([title, 200])
  const [before] = examples.filter(({ title }) => title.startsWith('Pagine viste prima di un contatto'))
  const today = new Intl.DateTimeFormat('it', { weekday: 'long', timeZone: 'Europe/Rome' }).format()
  const asked = async () => (await ask(before?.query ?? '')).body
  await expect.poll(asked).toMatchObject({ rows: [[today, null, 1, 2]] })
})

test('a file in CSV has all rows, and is recorded too', async () => {
  const body = { query: 'select type, count(*) as n from events group by 1 order by 1' }
  const { status, text } = await console.post('/api/admin/sql/export?format=csv', body)
  expect([status, text]).toEqual([200, expect.stringMatching(/^\uFEFF?type,n\r\n[\s\S]*LeadSubmitted,1\r\n/)])
  const asked = await product.recorded({ type: 'QueryAsked' })
  expect(asked.at(-1)?.data).toMatchObject({ format: 'csv' })
})

test.each([
  [{ query: 'drop view events' }, 400],
  [{ query: "from '/etc/passwd'" }, 400],
  [{ query: 'select 1', altro: 1 }, 400],
  [{ query: ' ' }, 400],
  [{ query: 'select {{manca}}' }, 400],
])('%j is %i with a sentence', async (body, expected) => {
  const { status, body: answer } = await console.post('/api/admin/sql', body)
  expect([status, answer]).toMatchObject([expected, { message: expect.any(String) }])
})

test('forty questions of one account at once: one is answered, the others wait their turn by 429', async () => {
  const ask = () =>
    console.post('/api/admin/sql', { query: 'select sum(hash(i)) from range(100000000) as r(i)' })
  const statuses = (await Promise.all(Array.from({ length: 40 }, ask))).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect(statuses.filter(status => status === 200).length).toBeLessThan(10)
})
