import type { HistoryPage } from '@tba/events/history/views.ts'
import type { ReplayDetail } from '@tba/events/replays/views.ts'
import { personHashOf, personIdOf } from '@tba/runtime/email-hash.ts'
import { type FileEvent, withPerson } from '@tba/runtime/log/history-event.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { storedEvent } from '../support/recorded-events.ts'
import { writeContact, writeVisit } from '../support/sample-data.ts'
import { ownProductWithJobs } from '../support/shared.ts'

const path = '/api/admin/replays'
const stream = { kind: 'stream' }

const { product, console } = await ownProductWithJobs()
const visit = `session_${crypto.randomUUID()}`
beforeAll(async () => {
  const visitor = product.visitor()
  const headers = await writeVisit(visitor, field => field, visit)
  await writeContact(visitor, field => `segreto-${field}`, 'ada@example.com', headers)
  await writeVisit(product.visitor(), field => `altra-${field}`)
  await console.get(path)
})

const ask = (body: object) => console.create(path, body)
const read = (id: string) => console.read<ReplayDetail>(`${path}/${id}`)
async function waitUntilEnded(id: string): Promise<ReplayDetail> {
  return waitFor(async () => {
    const replay = await read(id)
    expect(['waiting', 'running']).not.toContain(replay.state)
    return replay
  })
}
const result = (id: string, format: string) => console.get(`${path}/${id}/result?format=${format}`)
async function lines(id: string): Promise<FileEvent[]> {
  const { status, text, headers } = await result(id, 'ndjson')
  expect(status).toBe(200)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="replica_stream_[\d-]+\.ndjson"$/)
  return text.split('\n').flatMap(line => (line ? [JSON.parse(line) as FileEvent] : []))
}
/** As files hold it: without hashes of addresses. */
async function history(query: string): Promise<FileEvent[]> {
  const { events } = await console.read<HistoryPage>(`/api/admin/events?order=asc&limit=200&${query}`)
  return events.map(event => withPerson(event, personIdOf(personHashOf(event))))
}

test('plays the log like the history, in log order, up to its end at the request', async () => {
  const before = (await product.recorded()).map(({ id }) => id)
  const id = await ask({ mode: stream })
  const done = await waitUntilEnded(id)
  expect(done).toMatchObject({
    id,
    state: 'done',
    mode: stream,
    from: null,
    to: null,
    types: [],
    visits: [],
    error: null,
    done: before.length,
    total: before.length,
    found: before.length,
    secondsLeft: null,
    requestedBy: expect.stringMatching(/^admin:/),
  })
  const played = await lines(id)
  expect(played.map(event => event.id)).toEqual(before)
  expect(await history('type=LeadSubmitted')).toEqual(played.filter(({ type }) => type === 'LeadSubmitted'))
  expect(JSON.stringify(played)).not.toContain('segreto-')
})

test('plays only the chosen types, visit or period', async () => {
  const [lead] = await history('type=LeadSubmitted')
  const types = ['LeadSubmitted', 'InteractionTracked']
  const ofTypes = await ask({ mode: stream, types })
  const ofVisit = await ask({ mode: stream, visits: [visit] })
  const later = await ask({ mode: stream, from: lead?.recordedAt, types: ['LeadSubmitted'] })
  const never = await ask({ mode: stream, to: '2020-01-01' })
  for (const id of [ofTypes, ofVisit, later, never]) expect((await waitUntilEnded(id)).state).toBe('done')
  expect(new Set((await lines(ofTypes)).map(({ type }) => type))).toEqual(new Set(types))
  const played = await lines(ofVisit)
  expect(played.map(({ id }) => id)).toEqual((await history(`visit=${visit}`)).map(({ id }) => id))
  expect(played.map(({ type }) => type)).toContain('LeadSubmitted')
  expect(await lines(later)).toEqual([lead])
  expect(await lines(never)).toEqual([])
})

test('is cancelled once, and then has no result', async () => {
  const id = await ask({ mode: stream })
  const cancelled = await console.post(`${path}/${id}/cancel`)
  if (cancelled.status === 200) {
    const ended = { state: 'cancelled', cancelledBy: expect.stringMatching(/^admin:/) }
    expect((await console.get(`${path}/${id}`)).body).toMatchObject(ended)
    expect((await console.post(`${path}/${id}/cancel`)).status).toBe(200)
    expect(await result(id, 'csv')).toMatchObject({ status: 404 })
  } else expect(cancelled.status).toBe(409)
  const done = await ask({ mode: stream })
  await waitUntilEnded(done)
  const late = await console.post(`${path}/${done}/cancel`)
  expect(late).toMatchObject({ status: 409, body: { message: 'La replica è già finita' } })
  expect(await console.post(`${path}/${crypto.randomUUID()}/cancel`)).toMatchObject({ status: 404 })
})

test('fails if the log was restored after the request', async () => {
  const id = crypto.randomUUID()
  const end = '7fffffff-0000000000000002-0000000000000001'
  const data = { from: null, to: null, types: [], visits: [], mode: stream, end }
  // The state after a restore: the tables of the jobs are empty.
  await product.store.append(`replay-${id}`, [storedEvent('ReplayRequested', data)], 'no_stream')
  await console.get(path)
  const { state, error } = await waitUntilEnded(id)
  expect([state, error]).toEqual(['failed', expect.stringContaining('ripristinato')])
  expect(await result(id, 'csv')).toMatchObject({ status: 404, body: { message: error } })
})

test('is refused in Italian for unknown names and positions', async () => {
  const refused = async (body: object, message: string) =>
    expect(await console.post(path, body)).toMatchObject({ status: 400, body: { message } })
  await refused({ mode: { kind: 'projection', projection: 'inventata' } }, 'Proiezione sconosciuta')
  const funnel = {
    by: 'visit',
    windowSeconds: 60,
    from: '2026-01-01T00:00:00Z',
    to: '2026-02-01T00:00:00Z',
    steps: [{ event: 'VisitStarted' }, { event: 'LeadSubmitted' }],
    asOf: '7fffffff-0000000000000002-0000000000000001',
  }
  await refused({ mode: { kind: 'funnel', definition: funnel } }, 'Posizione non valida')
  const types = ['LeadSubmitted', ['Inventato']].map(wrong => ({ mode: stream, types: wrong }))
  const modes = [{ ...stream, altro: 1 }, { kind: 'funnel' }].map(mode => ({ mode }))
  for (const body of [{}, { mode: stream, altro: 1 }, ...types, ...modes])
    expect(await console.post(path, body)).toMatchObject({ status: 400 })
  expect((await console.get(`${path}/${crypto.randomUUID()}`)).status).toBe(404)
  expect((await console.get(`${path}?altro=1`)).status).toBe(400)
})

test('through a projection returns the differing rows, without personal data', async () => {
  const through = async (projection: string) => {
    const id = await ask({ mode: { kind: 'projection', projection } })
    const replay = await waitUntilEnded(id)
    expect(replay).toMatchObject({ state: 'done', error: null })
    return { id, replay }
  }
  // The number of events is also known for a projection.
  const same = { found: 0, rows: [], total: expect.any(Number) }
  for (const projection of ['tracking', 'leads'])
    expect((await through(projection)).replay).toMatchObject(same)

  const [{ schema } = {}] = await product.query(
    `select schema from projector.checkpoints where projection = 'leads'`,
  )
  await product.query(`update ${schema}.leads set name = 'Manomesso' returning 1`)
  const { id, replay } = await through('leads')
  expect(replay.rows).toEqual([
    { table: 'leads', key: { id: expect.any(String) }, live: {}, replayed: {}, hidden: ['name'] },
  ])
  const csv = await result(id, 'csv')
  expect(csv.text).toContain('leads,')
  expect(csv.text + JSON.stringify(replay)).not.toMatch(/Manomesso|segreto-/)
  await waitFor(async () => {
    const tables = await product.query(`select 1 from pg_namespace where nspname like 'replayed%'`)
    expect(tables).toEqual([])
  })
})

test('leaves events that have expired since then out of its file', async () => {
  const expired = `session_${crypto.randomUUID()}`
  await writeVisit(product.visitor(), field => `terza-${field}`, expired)
  const id = await ask({ mode: stream, visits: [visit, expired] })
  const { found } = await waitUntilEnded(id)
  const streamsOf = (events: FileEvent[]) => new Set(events.map(({ stream }) => stream))
  expect((await lines(id)).length).toBe(found)
  expect(streamsOf(await lines(id))).toContain(`visit-${expired}`)
  const data = { before: new Date().toISOString(), visits: [expired] }
  await product.store.append('tracking', [storedEvent('VisitsExpired', data)], 'any')
  const left = await lines(id)
  expect(streamsOf(left)).not.toContain(`visit-${expired}`)
  expect(streamsOf(left)).toContain(`visit-${visit}`)
  const csv = (await result(id, 'csv')).text.trimEnd().split('\r\n')
  expect(csv).toHaveLength(left.length + 1)
})
