import { lead } from '../support/sample-forms.ts'
import { ownProduct } from '../support/shared.ts'

const { product, console } = await ownProduct()
expect((await product.visitor().post('/api/leads', lead)).status).toBe(201)

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
