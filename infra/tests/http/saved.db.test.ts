import { savedKinds } from '@tba/events/saved/kinds.ts'
import { administrator } from '../support/administrator.ts'
import { ownProduct } from '../support/shared.ts'

/** Two bodies of each kind. The compiler wants those of a new kind. */
const bodies: Record<keyof typeof savedKinds, [object, object]> = {
  annotation: [
    { from: '2026-03-29', to: '2026-03-30', text: 'Ora legale', kind: 'note' },
    { from: '2026-10-25', text: 'Nuovo sito', kind: 'release' },
  ],
  segment: [
    { name: 'Da Google', filters: [{ field: 'source', op: 'is', values: ['google', null] }] },
    { name: 'Dal telefono', filters: [{ field: 'device', op: 'isNot', values: ['desktop'] }] },
  ],
  query: [
    { name: 'Visite', query: 'select count(*) from visits' },
    {
      name: 'Visite di un giorno',
      query: 'select * from visits where day = {{giorno}}',
      parameters: { giorno: { type: 'date', value: '2026-01-01' } },
    },
  ],
  report: [
    {
      title: 'Ogni lunedì',
      parts: [{ kind: 'overview', definition: { period: 'lastWeek', compareTo: 'previous' } }],
    },
    {
      title: 'Richieste',
      parts: [{ kind: 'outcomes', definition: { period: '90d', by: 'source' }, text: 'Da dove vengono' }],
    },
  ],
  trend: [
    {
      name: 'Contatti',
      series: [{ event: 'LeadSubmitted' }],
      count: 'persons',
      interval: 'day',
      period: '7d',
    },
    {
      name: 'Piani per sorgente',
      series: [{ event: 'PlanActivated' }],
      count: 'events',
      interval: 'week',
      period: 'month',
      breakdown: 'source',
      filters: [{ field: 'device', op: 'is', values: ['mobile'] }],
    },
  ],
}

const { product, console } = await ownProduct()
const other = await administrator(product)

test.each(Object.entries(savedKinds))(
  '%s: saved, listed, changed and deleted by anybody',
  async (kind, its) => {
    const path = `/api/admin/${its.path}`
    const [first, second] = bodies[kind as keyof typeof savedKinds]
    const listed = async () => (await other.read<Record<string, object[]>>(path))[its.path]
    const { body: created } = await console.post(path, first)
    expect(created).toEqual({ id: expect.any(String), revision: 0 })
    const { id } = created as { id: string }
    const shown = (body: object) => its.recorded?.(body as never) ?? body
    const savedBy = expect.stringMatching(/^admin:[0-9a-f-]{36}$/)
    const savedAt = expect.stringMatching(/Z$/)
    expect(await listed()).toContainEqual({ ...shown(first), id, revision: 0, savedBy, savedAt })

    const change = (body: object) => other.call('PUT', `${path}/${id}`, body)
    for (const body of [second, second])
      expect(await change(body)).toMatchObject({ status: 200, body: { ok: true, revision: 1 } })
    expect(await listed()).toContainEqual({ ...shown(second), id, revision: 1, savedBy, savedAt })

    expect((await change({ ...second, altro: 1 })).status).toBe(400)
    expect((await console.call('DELETE', `${path}/${id}`)).status).toBe(200)
    expect(await listed()).not.toContainEqual(expect.objectContaining({ id }))
    const { deleted, unknown } = its.words
    expect(await change(second)).toMatchObject({ status: 404, body: { message: deleted } })
    const nobody = await other.call('DELETE', `${path}/${crypto.randomUUID()}`)
    expect(nobody).toMatchObject({ status: 404, body: { message: unknown } })
  },
)

test('one kind cannot be changed as another', async () => {
  const id = await console.create('/api/admin/annotations', bodies.annotation[0])
  expect((await console.call('PUT', `/api/admin/queries/${id}`, bodies.query[0])).status).toBe(404)
  expect((await console.call('DELETE', `/api/admin/queries/${id}`)).status).toBe(404)
})

test('annotations are asked for by days, and the product notes a saved funnel', async () => {
  const [range, day] = bodies.annotation
  // On days that no other test names.
  const [lasting, single] = [
    { ...range, from: '2027-03-29', to: '2027-03-30' },
    { ...day, from: '2027-10-25' },
  ]
  for (const body of [lasting, single]) await console.post('/api/admin/annotations', body)
  const textsOf = async (query: string) => {
    const { annotations } = await other.read<{ annotations: { text: string }[] }>(
      `/api/admin/annotations${query}`,
    )
    return annotations.map(({ text }) => text)
  }
  expect(await textsOf('?from=2027-03-30&to=2027-03-31')).toEqual(['Ora legale'])
  expect(await textsOf('?from=2027-03-31&to=2027-10-24')).toEqual([])
  expect(await textsOf('?from=2027-10-25&to=2027-10-25')).toEqual(['Nuovo sito'])
  const funnel = {
    name: 'Contatti',
    by: 'visit',
    windowSeconds: 3_600,
    period: '7d',
    steps: [{ event: 'VisitStarted' }, { event: 'LeadSubmitted' }],
  }
  const id = await console.create('/api/admin/funnels', funnel)
  await console.call('PUT', `/api/admin/funnels/${id}`, { ...funnel, windowSeconds: 60 })
  const noted = ['Funnel «Contatti» cambiato', 'Funnel «Contatti» salvato']
  await expect.poll(async () => (await textsOf('')).slice(0, 2)).toEqual(noted)
})

test('a saved trend is counted at its address', async () => {
  const id = await console.create('/api/admin/trends', bodies.trend[0])
  const { name: _, ...definition } = bodies.trend[0] as { name: string }
  const counted = await console.read<{ result: { series: unknown } }>(`/api/admin/trends/${id}`)
  expect(counted).toMatchObject({ id, name: 'Contatti', definition, countedAt: expect.any(String) })
  const run = await console.ask('/api/admin/trends/run', definition)
  expect(counted.result.series).toEqual((run.body as typeof counted.result).series)
})
