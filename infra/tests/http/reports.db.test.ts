import type { AuditPage } from '@tba/events/audit/views.ts'
import type { CountedReport, ReportLink } from '@tba/events/reports/views.ts'
import { lead } from '../support/sample-forms.ts'
import { ownProduct } from '../support/shared.ts'
import { type Answer, refusal } from '../support/visitor.ts'

const path = '/api/admin/reports'
const funnel = {
  by: 'visit',
  steps: [{ event: 'VisitStarted' }, { event: 'InteractionTracked' }],
  windowSeconds: 3_600,
  breakdown: 'source',
}
const parts = [
  { kind: 'overview', definition: { period: 'today', compareTo: 'previous' }, text: 'Come va' },
  { kind: 'funnel', definition: { ...funnel, period: 'today' } },
  { kind: 'outcomes', definition: { period: 'today', by: 'owner' } },
  {
    kind: 'trend',
    definition: { series: [{ event: 'VisitStarted' }], count: 'visits', interval: 'day', period: 'today' },
  },
]
const report = { title: 'Ogni lunedì', parts }

const { product, console } = await ownProduct()

async function visit(source: string) {
  const sessionId = `session_${Date.now()}_${crypto.randomUUID()}`
  const page = `/?utm_source=${source}`
  const body = { sessionId, clientId: crypto.randomUUID(), eventType: 'page_view', page }
  expect((await product.visitor().post('/api/tracking/interaction', body)).status).toBe(202)
}
const save = (body: object = report) => console.create(path, body)
const counted = (id: string) => console.read<CountedReport>(`${path}/${id}`)
async function link(id: string, days?: number) {
  const { status, body } = await console.post(`${path}/${id}/links`, { ...(days && { days }) })
  expect(status).toBe(201)
  const made = body as { id: string; url: string }
  return { ...made, token: made.url.split('#')[1] ?? '' }
}
const linksOf = async (id: string) =>
  (await console.read<{ links: ReportLink[] }>(`${path}/${id}/links`)).links
const unusable = refusal(404, 'Il link non è valido, è scaduto o è stato revocato.')
const stranger = refusal(401, 'Accesso richiesto')

const overviewOf = ({ parts: [first] }: CountedReport) => (first?.kind === 'overview' ? first.result : null)

beforeAll(async () => {
  for (let time = 0; time < 6; time++) await visit('giornale')
  for (const source of ['amici', 'volantino']) for (let time = 0; time < 3; time++) await visit(source)
  expect((await product.visitor().post('/api/leads', lead)).status).toBe(201)
})

test('a report is counted once in five minutes, however many look', async () => {
  const own = { period: 'today' as const, source: 'giornale' }
  const [first] = [{ kind: 'overview', definition: own }]
  const id = await save({ title: 'Giornale', parts: [first] })
  const before = await counted(id)
  expect(overviewOf(before)?.totals.visits).toBe(6)
  await visit('giornale')
  expect(await counted(id)).toEqual(before)
  // The same part of another report.
  const other = await counted(await save({ title: 'Altro', parts: [{ ...first, text: 'Lo stesso' }] }))
  expect(other.parts[0]).toEqual({ ...before.parts[0], text: 'Lo stesso' })
  const wider = await save({
    title: 'Con i robot',
    parts: [{ ...first, definition: { ...own, bots: true } }],
  })
  expect(overviewOf(await counted(wider))?.totals.visits).toBe(7)
})

test('annotations of its days stand in a report, without their authors', async () => {
  const day = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Rome' })
  const note = { from: day, kind: 'release', text: 'Nuova pagina' }
  await console.create('/api/admin/annotations', note)
  await console.create('/api/admin/annotations', { ...note, from: '2020-01-01' })
  const id = await save({ title: 'Con note', parts: parts.slice(0, 1) })
  expect((await counted(id)).annotations).toEqual([note])
  const { token } = await link(id)
  const reader = product.visitor()
  await reader.post('/api/reports/open', { token })
  expect((await reader.get('/api/reports/current')).body).toMatchObject({ annotations: [note] })
})

test('a part counts the visits of a segment at its revision', async () => {
  const filters = [{ field: 'source', op: 'is', values: ['amici'] }]
  const segment = { id: await console.create('/api/admin/segments', { name: 'Amici', filters }), revision: 0 }
  const part = (revision: number) => ({
    kind: 'overview',
    definition: { period: 'today', segment: { ...segment, revision } },
  })
  const found = await counted(await save({ title: 'Amici', parts: [part(0), part(7)] }))
  expect(overviewOf(found)?.totals.visits).toBe(3)
  expect(found.parts[1]?.failure).toBe('Segmento non trovato a questa revisione')
})

test('a report says when it was counted, up to which position and in which zone', async () => {
  const { zone, isShared, parts } = await counted(await save())
  expect({ zone, isShared }).toEqual({ zone: 'Europe/Rome', isShared: false })
  expect(parts.map(({ kind, text }) => [kind, text])).toEqual([
    ...[
      ['overview', 'Come va'],
      ['funnel', null],
      ['outcomes', null],
      ['trend', null],
    ],
  ])
  for (const { countedAt, from, to } of parts)
    expect([from <= countedAt, countedAt < to]).toEqual([true, true])
  expect(parts[1]?.position).toEqual(expect.any(String))
  expect(parts[1]?.definition).toMatchObject({ ...funnel, period: 'today' })
})

test('a part with dates of its own is refused', async () => {
  const dated = { ...funnel, from: '2026-01-01', to: '2026-02-01' }
  const body = { ...report, parts: [{ kind: 'funnel', definition: dated }] }
  const sentence = 'Una parte ha un periodo relativo, e conta fino a ora'
  expect(await console.post(path, body)).toMatchObject({ status: 400, body: { message: sentence } })
})

test('who has the link reads counts, without groups under five and without ids', async () => {
  const { token } = await link(await save())
  const reader = product.visitor()
  expect(await reader.get('/api/reports/current')).toMatchObject(stranger)
  expect((await reader.post('/api/reports/open', { token })).status).toBe(200)
  const answer = await reader.get('/api/reports/current')
  expect(answer.headers).toMatchObject({
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  const { isShared, parts } = answer.body as CountedReport
  expect(isShared).toBe(true)
  const [overview, funnel, outcomes] = parts
  const sources = overview?.kind === 'overview' ? (overview.result?.sources ?? []) : []
  expect(sources.map(({ value }) => value)).toEqual(['giornale', 'Altri'])
  expect(sources.reduce((sum, { visits }) => sum + visits, 0)).toBe(
    overview?.kind === 'overview' ? overview.result?.totals.visits : null,
  )
  const groups = funnel?.kind === 'funnel' ? (funnel.result?.breakdown ?? []) : []
  expect(groups.map(({ value }) => value)).toEqual(['giornale'])
  expect(outcomes?.kind === 'outcomes' && outcomes.result?.rows).toMatchObject([
    { value: 'Altri', requests: 1 },
  ])
})

test('a link lists its openings, and the Registro has them', async () => {
  const id = await save({ ...report, title: 'Per il capo' })
  const made = await link(id, 7)
  expect(made.url).toMatch(/^http:\/\/[^/]+\/report#[\w-]{22}$/)
  const [fresh] = await linksOf(id)
  expect(fresh).toMatchObject({ id: made.id, openings: 0, lastAt: null, revokedAt: null })
  const days = (Date.parse(fresh?.expiresAt ?? '') - Date.parse(fresh?.createdAt ?? '')) / 86_400_000
  expect(Math.round(days)).toBe(7)
  for (const _ of [1, 2])
    expect((await product.visitor().post('/api/reports/open', { token: made.token })).status).toBe(200)
  expect(await linksOf(id)).toMatchObject([{ openings: 2, lastAt: expect.any(String) }])
  const { entries } = await console.read<AuditPage>('/api/admin/audit?what=looked')
  expect(entries[0]).toMatchObject({
    type: 'ReportLinkOpened',
    target: `saved-${id}`,
    name: 'Per il capo',
    admin: null,
  })
  const recorded = JSON.stringify(await product.recorded())
  expect(recorded).toContain(made.id)
  expect(recorded).not.toContain(made.token)
})

test('a revoked link opens nothing, and ends what it opened', async () => {
  const id = await save()
  const [revoked, other] = [await link(id), await link(id)]
  const [reader, otherReader] = [product.visitor(), product.visitor()]
  for (const [who, { token }] of [
    [reader, revoked],
    [otherReader, other],
  ] as const)
    expect((await who.post('/api/reports/open', { token })).status).toBe(200)
  expect((await console.call('DELETE', `${path}/${id}/links/${revoked.id}`)).status).toBe(200)
  expect(await reader.get('/api/reports/current')).toMatchObject(stranger)
  expect(await reader.post('/api/reports/open', { token: revoked.token })).toMatchObject(unusable)
  expect((await otherReader.get('/api/reports/current')).status).toBe(200)
  const elsewhere = await console.call('DELETE', `${path}/${await save()}/links/${other.id}`)
  expect(elsewhere).toMatchObject(refusal(404, 'Link non trovato'))
  expect((await console.call('DELETE', `${path}/${id}`)).status).toBe(200)
  expect(await otherReader.get('/api/reports/current')).toMatchObject(stranger)
})

test('the cookie of a link opens no other call', async () => {
  const { token } = await link(await save())
  const reader = product.visitor()
  await reader.post('/api/reports/open', { token })
  for (const other of ['/api/auth/user', '/api/admin/overview?from=2026-01-01&to=2026-02-01', path])
    expect(await reader.get(other), other).toMatchObject(stranger)
})

test('guessing is limited, for the right token too, and for that address only', async () => {
  const { token } = await link(await save())
  const guess = (token: string, address: string): Promise<Answer> =>
    product.visitor().post('/api/reports/open', { token }, { address })
  for (let right = 0; right < 25; right++) expect((await guess(token, '203.0.113.9')).status).toBe(200)
  for (let wrong = 0; wrong < 20; wrong++)
    expect(await guess(`inventato ${wrong}`, '203.0.113.9')).toMatchObject(unusable)
  expect((await guess(token, '203.0.113.9')).status).toBe(429)
  expect((await guess(token, '203.0.113.10')).status).toBe(200)
})
