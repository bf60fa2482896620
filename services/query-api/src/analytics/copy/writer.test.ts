import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import { recordedEvent } from '@tba/projector/testing/recorded-event.ts'
import sql, { raw } from 'sql-template-tag'
import { copyOf } from '../testing/copy-of.ts'
import { rowOf } from './row.ts'

const [gone, stays] = ['session_1767261600000_gone', 'session_1767261600000_stays']
const page = 'https://bot.example/prezzi?utm_source=Google'
const click = { eventType: 'click', page, elementId: null, elementText: 'Perché SÌ', additionalData: null }
const clicked = (visit: string, more: { visitId?: string } = {}) =>
  recordedEvent('InteractionTracked', click, { stream: streams.visit(visit), actor: 'visitor', ...more })
const lead = (visitId: string) =>
  recordedFixture('LeadSubmitted', { stream: streams.lead('1'), visitId, actor: 'visitor' })
const expired = (...visits: string[]) =>
  recordedFixture('VisitsExpired', { stream: streams.tracking(), actor: 'system' }, { visits })

type Row = { stream: string; visit: string | null; tied_visit: string | null }
const rowsOf = (copy: Awaited<ReturnType<typeof copyOf>>) =>
  copy.ask(snapshot => snapshot.rows<Row>(sql`select stream, visit, tied_visit from events order by seq`))

test('a row has the path of the page, the source and the words of an event, and nothing sealed', async () => {
  using copy = await copyOf([clicked(stays), lead(stays)])
  const rows = await copy.ask(snapshot => snapshot.rows(sql`select * from events order by seq`))
  const words = expect.stringContaining('perche si')
  expect(rows).toMatchObject([
    { seq: 1, page: '/prezzi', source: 'google', words, own_visit: stays },
    { seq: 2, type: 'LeadSubmitted', visit: stays, tied_visit: stays, own_visit: null },
  ])
  const text = JSON.stringify(rows[1], (_, value) => (typeof value === 'bigint' ? Number(value) : value))
  expect(text).not.toMatch(/anna/i)
})

test('a row has a value for each column of the table, and no other', async () => {
  using copy = await copyOf()
  const columns = await copy.ask(snapshot =>
    snapshot.rows<{ name: string }>(sql`select column_name as name from (describe events)`),
  )
  const row = rowOf(clicked(stays), { siteHost: null })
  expect(['seq', 'signature', ...Object.keys(row)].sort()).toEqual(columns.map(({ name }) => name).sort())
})

test('equal events have one signature, and no others have it', async () => {
  using copy = await copyOf([clicked(stays), clicked(gone), lead(stays)])
  await copy.add(lead(gone), clicked(gone))
  const rows = await copy.ask(snapshot => snapshot.rows<{ signature: number }>(sql`from events order by seq`))
  expect(rows.map(({ signature }) => signature)).toEqual([0, 0, 1, 1, 0])
})

test('a copy that dropped an expired visit equals the copy of a log without it', async () => {
  const before = [clicked(gone), clicked(stays), clicked(gone, { visitId: stays }), lead(gone)]
  const whole = [...before, expired(gone), clicked(gone)]
  const end = whole[4]?.position ?? ''
  using all = await copyOf(whole)
  const left = whole.filter(({ stream, position }) => stream !== streams.visit(gone) || position > end)
  using some = await copyOf(left)
  expect(await rowsOf(all)).toEqual([
    ...(await rowsOf(some)).slice(0, 1),
    { stream: 'lead-1', visit: gone, tied_visit: null },
    ...(await rowsOf(some)).slice(2),
  ])
})

test.each([
  "select * from read_text('/etc/hostname')",
  "copy (select 1) to '/tmp/out.csv'",
  'set memory_limit = 1000000000',
])('a query cannot leave the copy: %s', async statement => {
  using copy = await copyOf()
  const refused = expect(copy.ask(snapshot => snapshot.rows(raw(statement)))).rejects
  await refused.toThrow(/Permission Error|configuration has been locked/)
})
