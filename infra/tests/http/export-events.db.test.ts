import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { HistoryEvent, HistoryPage } from '@tba/events/history/views.ts'
import type { PersonRow } from '@tba/events/people/views.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { openDatabase } from '@tba/query-api/analytics/copy/database.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { password } from '../support/product.ts'
import { lead, questionnaire } from '../support/sample-forms.ts'
import { ownProduct } from '../support/shared.ts'

const { product, console } = await ownProduct()
const visit = `session_1760000000000_${crypto.randomUUID()}`
beforeAll(async () => {
  const visitor = product.visitor()
  const click = { kind: 'interaction', eventType: 'click', page: '/prezzi' }
  const events = ['Inizia', 'Perché no?'].map(elementText => ({
    ...click,
    sessionId: visit,
    clientId: crypto.randomUUID(),
    elementText,
  }))
  await visitor.post('/api/tracking/batch', { events })
  await visitor.post('/api/leads', lead)
  await console.get('/api/admin/events')
})

const shown = async (query = '') =>
  (await console.read<HistoryPage>(`/api/admin/events?order=asc&limit=200&${query}`)).events
const exported = (query: string) => console.get(`/api/admin/export/events?${query}`)

test('an export contains every event in log order, without sealed fields, and is recorded', async () => {
  const before = await shown()
  const { status, headers, text } = await exported('format=ndjson')
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/x-ndjson; charset=utf-8',
    'content-disposition': `attachment; filename="events_export_${romeDay(new Date())}.ndjson"`,
  })
  expect(text.endsWith('\n')).toBe(true)
  const lines = text.trimEnd().split('\n')
  const found = lines.map(line => JSON.parse(line) as HistoryEvent)
  expect(found.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  const clear = before.filter(({ data }) => !('emailHash' in data))
  expect(found.filter(({ data }) => !('person' in data))).toEqual(clear)
  expect(text).not.toContain('anna@example.com')
  const [recorded] = await product.recorded({ type: 'DataExported' })
  expect(recorded?.data).toEqual({ exported: 'events', position: before.at(-1)?.position })
})

test('a CSV file has a column per field, names sealed fields and contains the filtered events', async () => {
  const { text } = await exported(`format=csv&visit=${visit}&type=InteractionTracked`)
  const [header, ...lines] = text.trimEnd().split('\r\n')
  expect(header).toBe(
    '\ufeffid,position,stream,revision,type,recordedAt,actor,correlationId,causationId,visitId,schemaVersion,data,sealed',
  )
  expect(lines).toHaveLength(2)
  const { text: named } = await exported('format=csv&type=LeadSubmitted')
  expect(named).toContain('name email phone message')
})

test('a CSV file for an Italian Excel separates cells by semicolons', async () => {
  const { text } = await exported('format=csv&separator=semicolon&type=LeadSubmitted')
  const [header, line] = text.trimEnd().split('\r\n')
  expect(header).toMatch(/^\ufeffid;position;stream;/)
  expect(line).toContain(';name email phone message')
  expect((await exported('format=csv&separator=tab')).status).toBe(400)
})

test('a link downloads a Parquet file once, with times of type timestamp', async () => {
  const { url } = (await console.post('/api/admin/export/events/link')).body as { url: string }
  const download = () => product.app.inject({ url: `${url}&format=parquet&type=InteractionTracked` })
  const { statusCode, rawPayload } = await download()
  expect(statusCode).toBe(200)
  expect((await download()).statusCode).toBe(403)
  const file = path.join(quickFolder('tba-parquet-'), 'events.parquet')
  writeFileSync(file, rawPayload)
  const database = await openDatabase(`${file}.duckdb`, { memoryMb: 64 })
  const connection = await database.connect()
  const read = await connection.runAndReadAll(
    `select * replace (epoch_ms("recordedAt") as "recordedAt"), typeof("recordedAt") as time from '${file}'`,
  )
  const wanted = await shown('type=InteractionTracked')
  // The same columns as in the other formats, and those of the visit.
  expect(read.columnNames().slice(0, 13)).toEqual(Object.keys(wanted[0] as HistoryEvent))
  expect(read.getRowObjectsJson()).toMatchObject(
    wanted.map(({ id, recordedAt, visitId, data }) => ({
      id,
      recordedAt: String(Date.parse(recordedAt)),
      visitId,
      visit,
      page: '/prezzi',
      data: JSON.stringify(data),
      time: 'TIMESTAMP WITH TIME ZONE',
    })),
  )
  connection.closeSync()
  database.closeSync()
})

test('filters about visits keep whole visits, in the list and in each format', async () => {
  const seen = await shown()
  const query = (op: string) =>
    `filters=${encodeURIComponent(JSON.stringify([{ field: 'error', op, values: ['yes'] }]))}`
  const kept = await shown(query('isNot'))
  expect(kept.map(({ id }) => id)).toEqual(
    seen.filter(({ stream }) => stream.startsWith('visit-')).map(({ id }) => id),
  )
  expect(kept.length).toBeGreaterThan(2)
  expect(kept.length).toBeLessThan(seen.length)
  expect(await shown(query('is'))).toEqual([])
  for (const format of ['ndjson', 'parquet'] as const)
    expect((await eventsIn(format, query('isNot'))).map(({ type }) => type)).toEqual(
      kept.map(({ type }) => type),
    )
  const plan = encodeURIComponent(JSON.stringify([{ field: 'plan', op: 'is', values: ['elite'] }]))
  expect((await exported(`format=csv&filters=${plan}`)).status).toBe(400)
  expect((await console.get(`/api/admin/events/live?${query('is')}`)).status).toBe(400)
})

type Named = Pick<HistoryEvent, 'type' | 'stream' | 'data'>

/** The events of a file. */
async function eventsIn(format: 'ndjson' | 'parquet', query = ''): Promise<Named[]> {
  const headers = { authorization: `Bearer ${console.token}` }
  const url = `/api/admin/export/events?format=${format}&${query}`
  const { rawPayload } = await product.app.inject({ url, headers })
  if (format === 'ndjson') {
    const lines = rawPayload.toString().trimEnd().split('\n')
    return lines.map(line => JSON.parse(line) as Named)
  }
  const file = path.join(quickFolder('tba-parquet-'), 'events.parquet')
  writeFileSync(file, rawPayload)
  const database = await openDatabase(`${file}.duckdb`, { memoryMb: 64 })
  onTestFinished(() => database.closeSync())
  const read = await (await database.connect()).runAndReadAll(`select type, stream, data from '${file}'`)
  return read
    .getRowObjectsJson()
    .map(({ data, ...row }) => ({ ...row, data: JSON.parse(String(data)) }) as Named)
}

test('a file names a person by their id, and an erased part by nothing, in every format', async () => {
  const email = 'esportata@example.com'
  await product.visitor().post('/api/questionnaire', { ...questionnaire, email })
  const customer = await product.customer(email)
  const { people } = await console.read<{ people: PersonRow[] }>(`/api/admin/people?q=${email}`)
  const id = people[0]?.id
  const expectNames = async (ofRequest: unknown, ofAddress: unknown) => {
    await console.get('/api/admin/events')
    for (const format of ['ndjson', 'parquet'] as const) {
      const events = await eventsIn(format)
      expect(JSON.stringify(events)).not.toContain('emailHash')
      expect(events.find(({ type }) => type === 'QuestionnaireSubmitted')?.data.person).toBe(ofRequest)
      expect(events.find(({ type }) => type === 'EmailClaimed')?.stream).toBe(ofAddress)
    }
  }
  await expectNames(id, `email-${id}`)
  await customer.post('/api/user/erasure', { password })
  await expectNames(id, null)
})
