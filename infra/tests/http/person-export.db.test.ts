import type { PersonDetail, PersonRow } from '@tba/events/people/views.ts'
import { person, register } from '../support/person.ts'
import { lead } from '../support/sample-forms.ts'
import { sharedProduct } from '../support/shared.ts'

const { product, console } = await sharedProduct()

test('chosen parts of a person are one file, for programs or to read, and each is recorded', async () => {
  const someone = person()
  const message = '<script>alert(1)</script>'
  await product.visitor().post('/api/leads', { ...lead, email: someone.email, message })
  await register(product, someone)
  const { people } = await console.read<{ people: PersonRow[] }>(`/api/admin/people?q=${someone.email}`)
  const id = people[0]?.id
  const { parts } = await console.read<PersonDetail>(`/api/admin/people/${id}`)
  const streams = parts.map(({ stream }) => stream)
  const request = `/api/admin/requests/${parts[0]?.id}`
  const lost = { revision: -1, state: 'lost', reason: 'Ha scelto altro' }
  expect((await console.call('PATCH', request, lost)).status).toBe(200)
  expect((await console.post(`${request}/notes`, { text: 'Sentito <b>due</b> volte' })).status).toBe(201)
  const take = (chosen: readonly string[], format: string) =>
    console.ask(`/api/admin/people/${id}/export`, { parts: chosen, format })

  for (const [chosen, format, status] of [
    [streams, 'csv', 400],
    [[], 'json', 400],
    [[...streams, `lead-${crypto.randomUUID()}`], 'json', 404],
  ] as const)
    expect((await take(chosen, format)).status).toBe(status)

  const file = await take(streams, 'json')
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="persona_[0-9a-f]{8}_.*\.json"$/)
  expect(file.body).toMatchObject({
    person: id,
    parts: [
      {
        stream: streams[0],
        kind: 'lead',
        email: someone.email,
        message,
        reason: 'Ha scelto altro',
        notes: [{ at: expect.any(String), text: 'Sentito <b>due</b> volte' }],
      },
      {
        stream: streams[1],
        kind: 'account',
        profile: { email: someone.email },
        visits: [],
        activity: [{ type: 'AccountRegistered' }, { type: 'SessionOpened' }],
      },
    ],
  })

  const page = await take(streams, 'html')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.text).toContain('<dt>Messaggio</dt><dd>&lt;script&gt;alert(1)&lt;/script&gt;</dd>')
  expect(page.text).toContain('<dt>Testo</dt><dd>Sentito &lt;b&gt;due&lt;/b&gt; volte</dd>')
  expect(page.text).not.toContain('<script')
  expect(page.text.match(/<h2>[^<]+/g)).toEqual(['<h2>Contatto', '<h2>Account'])

  const exported = (await product.recorded({ type: 'PersonExported' })).map(({ data }) => data)
  const ids = parts.map(part => part.id)
  const own = exported.filter(data => ids.includes(String(data.id)))
  expect(own.map(({ kind }) => kind)).toEqual(['lead', 'customer', 'lead', 'customer'])
})
