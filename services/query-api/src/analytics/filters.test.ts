import type { StoredEvent } from '@tba/event-store/port.ts'
import type { Filter, VisitField } from '@tba/events/filters/filter.ts'
import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import { personIdOf } from '@tba/runtime/email-hash.ts'
import sql from 'sql-template-tag'
import { meetsFilters, resolveFilters, visitField, visitsMeeting } from './filters.ts'
import { copyOf } from './testing/copy-of.ts'
import { scopeAt } from './units.ts'

const of = (visit: string) => ({ stream: streams.visit(visit) })
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const did = (visit: string, eventType: string, path = '/') => {
  const page = `https://example.com${path}`
  return recordedFixture('InteractionTracked', of(visit), { eventType, page, referrer: page })
}
const viewed = (visit: string, path: string) => did(visit, 'page_view', path)
const refused = (visit: string, reason: string | null) =>
  recordedFixture('ActionRefused', of(visit), { reason, status: 400 })
const started = (visit: string, userAgent: string | null, language: string | null) =>
  recordedFixture('VisitStarted', of(visit), { userAgent, language, referrer: null })
const tied = (visitId: string, stream = streams.lead(visitId)) => ({ stream, visitId })
const [anna, hash] = ['aaaaaaaa-0000-4000-8000-000000000001', 'a'.repeat(64)]

/** `a` and `b` have a value of each field; `none` has a click. */
const log = [
  ...[started('a', windows, 'it-IT'), viewed('a', '/prezzi?utm_source=Lettera&utm_campaign=Maggio')],
  ...[
    viewed('a', '/faq'),
    refused('a', 'Campo richiesto'),
    refused('a', null),
    did('a', 'error'),
    did('a', 'error'),
  ],
  recordedFixture('LeadSubmitted', tied('a'), { plan: 'starter', emailHash: hash }),
  ...[started('b', iphone, 'en'), viewed('b', '/faq'), viewed('b', '/')],
  recordedFixture('AccountRegistered', tied('b', streams.account(anna)), { userId: 1 }),
  recordedFixture('PlanActivated', tied('b', streams.setup(anna)), { plan: 'elite' }),
  did('none', 'scroll'),
]

const both: [VisitField, Filter['values'], contains: string][] = [
  ['page', ['/prezzi'], 'pre'],
  ['entryPage', ['/prezzi?x=1'], 'rezz'],
  ['exitPage', ['/faq', '/altro'], 'faq'],
  ['source', ['lettera'], 'lett'],
  ['campaign', ['maggio'], 'magg'],
  ['device', ['desktop'], 'desk'],
  ['browser', ['Firefox'], 'fox'],
  ['system', ['Windows'], 'Win'],
  ['language', ['it-IT'], 'IT'],
  ['outcome', ['lead'], 'ea'],
  ['refusal', ['risposta 400'], 'richiesto'],
  ['error', ['yes'], 'y'],
]
/** Fields of which `b` has no value. */
const missing = ['source', 'campaign', 'refusal', 'error']

test.each(both)('by %s: what is, is not, contains and has no value', async (field, values, part) => {
  using copy = await copyOf(log)
  const found = async (op: Filter['op'], values: Filter['values']) => {
    const rows = await copy.ask(reading =>
      reading.rows<{ id: string }>(
        sql`select id from (${visitsMeeting(reading, [{ field, op, values }])}) order by id`,
      ),
    )
    return rows.map(({ id }) => id)
  }
  const without = missing.includes(field) ? ['b', 'none'] : ['none']
  const others = ['a', 'b', 'none'].filter(id => !without.includes(id))
  expect(await found('is', values)).toEqual(['a'])
  expect(await found('isNot', values)).toEqual(['b', 'none'])
  expect(await found('contains', [part, 'nothing'])).toEqual(['a'])
  expect(await found('is', [null])).toEqual(without)
  expect(await found('is', [...values, null])).toEqual(['a', ...without])
  expect(await found('isNot', [null])).toEqual(others)
  expect(await found('isNot', [...values, null])).toEqual(others.filter(id => id !== 'a'))
})

test('a visit has each of its values once, as they were at a position', async () => {
  using copy = await copyOf(log)
  const valuesOf = (field: VisitField, end?: number) =>
    copy.ask(async reading => {
      type Value = { visit: string; value: string }
      const rows = await reading.rows<Value>(
        sql`select * from (${visitField(reading, field, end)}) order by visit, value`,
      )
      return rows.map(({ visit, value }) => `${visit} ${value}`)
    })
  expect(await valuesOf('page')).toEqual(['a /faq', 'a /prezzi', 'b /', 'b /faq'])
  expect(await valuesOf('error')).toEqual(['a yes'])
  expect(await valuesOf('outcome')).toEqual(['a lead', 'b plan', 'b registration'])
  expect(await valuesOf('exitPage', 2)).toEqual(['a /prezzi'])
  expect(await valuesOf('refusal', 3)).toEqual([])
})

test('a customer or person meets filters by any of their visits, and by their plan', async () => {
  using copy = await copyOf([
    ...log,
    recordedFixture('EmailClaimed', { stream: streams.email(hash) }, { accountId: anna }),
  ])
  const found = (by: 'visit' | 'customer' | 'person', ...filters: Filter[]) =>
    copy.ask(async reading => {
      const scope = await scopeAt(reading, { by, end: reading.lastSeq, bots: false })
      const among = ['a', 'b', 'none', anna, personIdOf(hash)].map(unit => sql`select ${unit} as unit`)
      const rows = await reading.rows<{ unit: string }>(sql`
        select unit from (${among[0]} union all ${among[1]} union all ${among[2]} union all ${among[3]} union all ${among[4]})
        where ${meetsFilters(reading, scope, filters)} order by unit`)
      return rows.map(({ unit }) => unit)
    })
  const inFirst: Filter = { field: 'device', op: 'is', values: ['desktop'] }
  const elite: Filter = { field: 'plan', op: 'is', values: ['elite'] }
  expect(await found('visit', inFirst)).toEqual(['a'])
  expect(await found('customer', inFirst)).toEqual([])
  expect(await found('customer', { ...inFirst, op: 'isNot' }, elite)).toEqual([anna])
  // Her request came from the first visit, her account from the second.
  expect(await found('person', inFirst, elite)).toEqual([personIdOf(hash)])
  expect(await found('person', inFirst, { field: 'browser', op: 'is', values: ['Safari'] })).toEqual([])
  expect(await found('person', { ...elite, op: 'isNot' })).toEqual(['a', anna, 'b', 'none'])
})

test('a segment is what it was at a revision', async () => {
  const id = 'bbbbbbbb-0000-4000-8000-000000000001'
  const definition = { name: 'x', filters: [{ field: 'device', op: 'is', values: ['desktop'] }] }
  const saved = recordedFixture(
    'DefinitionSaved',
    { stream: streams.saved(id) },
    { kind: 'segment', name: 'x', definition },
  )
  using copy = await copyOf([{ ...(saved as object as StoredEvent), revision: 0 }])
  const found = (revision: number) =>
    copy.ask(reading => resolveFilters(reading, 'visit', { segment: { id, revision } }))
  expect(await found(0)).toEqual(definition.filters)
  await expect(found(1)).rejects.toThrow('Segmento non trovato')
})
