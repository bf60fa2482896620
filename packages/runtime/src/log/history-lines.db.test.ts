import { randomUUID } from 'node:crypto'
import { openEventStore } from '@tba/event-store/open.ts'
import type {
  JsonObject,
  LineForm,
  NewEvent,
  OpenedStore,
  Position,
  Recorded,
} from '@tba/event-store/port.ts'
import { registry } from '@tba/events/registry.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { historyLine, historyLines } from './history-lines.ts'

let [store, admin] = [null as unknown as OpenedStore, null as unknown as pg.Client]
const opened = new AsyncDisposableStack()
beforeAll(async () => {
  const { connectionString, drop } = await freshDatabase()
  opened.defer(drop)
  store = await openEventStore({ url: connectionString })
  opened.defer(() => store.close())
  admin = new pg.Client({ connectionString })
  await admin.connect()
  opened.defer(() => admin.end())
  // As a fault of the disk damages a row, which nothing checks.
  await admin.query('alter table log.records drop constraint records_payload_check')
})
afterAll(() => opened.disposeAsync())

const everything = { from: null, to: null, isPlayed: () => true }
const head = async () => (await store.head()) as Position

/** Until readers see all that was appended: a transaction of another test on the same server may hold it back. */
async function readable(): Promise<void> {
  await vi.waitFor(
    async () => {
      const [last] = await Array.fromAsync(store.readAll({ direction: 'backwards', limit: 1 }))
      expect(last?.position).toBe(await head())
    },
    { timeout: 20_000 },
  )
}

/** What the log is written out as, and which of its events were told one by one. */
async function written(form: LineForm, after?: Position) {
  await readable()
  const alone: string[] = []
  const lineOf: LineForm['lineOf'] = event => {
    alone.push(event.id)
    return form.lineOf(event)
  }
  const options = { ...(after && { after }), upTo: await head(), form: { ...form, lineOf } }
  const pages = await Array.fromAsync(store.readLines(options))
  const text = Buffer.concat(pages.map(page => page.text)).toString('utf8')
  expect(pages.reduce((sum, page) => sum + page.lines, 0)).toBe(text.split('\n').length - 1)
  return { text, alone, pages }
}

async function expected(after?: Position, isPlayed: (event: Recorded) => boolean = () => true) {
  const events = await Array.fromAsync(store.readAll(after ? { after } : {}))
  return events.filter(isPlayed).map(historyLine).join('')
}

const visit = 'session_1700000000000_0123abcd'
const longVisit = `session_1700000000000_${randomUUID()}`
const types = [...Object.keys(registry), 'OfANewerBuild']
const name = fc.oneof(
  fc.constantFrom(
    'email',
    'name',
    'userId',
    'sealed',
    'page',
    'plan',
    '1',
    '__proto__',
    'toString',
    'visitId',
    'èà',
  ),
  fc.string({ maxLength: 8 }),
)
const link = fc.oneof(fc.uuid(), fc.constantFrom('restore', '', 'per "Anna"\\'))
const version = (type: string) => (registry as Record<string, { version: number }>)[type]?.version ?? 1

const event = fc.constantFrom(...types).chain(type =>
  fc.record({
    id: fc.uuid({ version: 4 }),
    type: fc.constant(type),
    data: fc.dictionary(name, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 }),
    metadata: fc.record(
      {
        actor: fc.oneof(fc.constantFrom('visitor', 'customer:1', ''), fc.string()),
        correlationId: link,
        causationId: fc.oneof(link, fc.constant(null)),
        visitId: fc.oneof(fc.constantFrom(visit, longVisit, '', 'another'), fc.integer()),
        schemaVersion: fc.oneof(
          { weight: 6, arbitrary: fc.constant(version(type)) },
          fc.constantFrom(1, 2, 9, 0, '1', null),
        ),
      },
      { requiredKeys: [] },
    ),
  }),
)
const stream = fc.oneof(
  fc.uuid().map(id => `account-${id}`),
  fc.constantFrom(
    `visit-${visit}`,
    `visit-${longVisit}`,
    'visit-other "one"',
    'visit-\\',
    'è-1',
    'nodash',
    'visit-',
  ),
)

test('every line is what is made of its event alone, whatever the event, its version and its names', async () => {
  const appends = fc.array(fc.tuple(stream, fc.array(event, { minLength: 1, maxLength: 4 })), {
    minLength: 1,
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(appends, async batches => {
      const after = (await store.head()) ?? undefined
      for (const [to, events] of batches)
        await store.append(to, events.map(one => ({ ...one, id: randomUUID() })) as NewEvent[], 'any')
      expect((await written(historyLines(everything), after)).text).toBe(await expected(after))
    }),
    { numRuns: 20 },
  )
}, 120_000)

const metadata = (more: JsonObject = {}): JsonObject => ({
  ...{ actor: 'visitor', correlationId: randomUUID(), causationId: randomUUID(), schemaVersion: 1 },
  ...more,
})
const settings = (more: Partial<NewEvent> = {}): NewEvent => ({
  ...{ id: randomUUID(), type: 'MeasurementIdChanged', data: { measurementId: 'G-1234' } },
  ...{ metadata: metadata(), ...more },
})
const sealedBox = { person: 'p', keyVersion: 1, keyId: 'k', box: 'secret ciphertext' }

test('of a kind of today nothing is made first, be it sealed or of the visit that its stream names', async () => {
  const after = (await store.head()) ?? undefined
  await store.append(
    `visit-${longVisit}`,
    [
      settings({ metadata: metadata({ visitId: longVisit }) }),
      settings({ type: 'AdminCreated', data: { role: 'admin', sealed: sealedBox } }),
      settings({
        data: { measurementId: 'a "text"\nof lines', additional: { z: [1, 2], a: { 2: 0, 1: 1e-9 } } },
      }),
    ],
    'any',
  )
  const { text, alone } = await written(historyLines(everything), after)
  expect(text).toBe(await expected(after))
  expect(text).not.toContain('secret')
  expect(alone).toEqual([])
})

test('a row that was damaged, or written by hand, has the line that its event has', async () => {
  const after = (await store.head()) ?? undefined
  const damages = [
    ...[
      "recorded_at = 'infinity'",
      "recorded_at = '-infinity'",
      "recorded_at = '1500-01-01'",
      "recorded_at = '12000-01-01'",
    ],
    ...[
      'payload = \'{"plan"\'',
      "payload = '[]'",
      'payload = \'["G", "a", 1]\'',
      'payload = \'[1.0,"a",1]\'',
      "payload = 'null'",
    ],
    ...[
      "payload = '[1,2,1,4,5]'",
      'shape = 17',
      "stream = '\\x0061ff'",
      "stream = '\\x0400112233445566778899'",
      "stream = '\\x00'",
    ],
    ...["stream = '\\x02ffffffffffff00112233'", 'correlation_id = null', 'causation_id = null'],
  ]
  for (const damage of damages) {
    const hurt = settings()
    await store.append(`settings-${randomUUID()}`, [settings(), hurt], 'any')
    await admin.query(`update log.records set ${damage} where event_id = $1`, [hurt.id])
  }
  await admin.query(`insert into log.events (stream, revision, event_id, type, data, metadata) select 'restored-1',
    n, gen_random_uuid(), 'MeasurementIdChanged', '{"measurementId": [1.0, {"b": 1, "a": "\\u0041"}]}',
    case when n = 1 then '[]'::jsonb else '{"schemaVersion": 1, "actor": "x"}' end from generate_series(0, 3) n`)
  const { text, alone } = await written(historyLines(everything), after)
  expect(text).toBe(await expected(after))
  expect(alone.length).toBeGreaterThanOrEqual(damages.length - 2)
})

test('only what was recorded in the period has a line', async () => {
  const after = (await store.head()) ?? undefined
  const times = [
    '2026-01-31T23:59:59.999Z',
    '2026-02-01T00:00:00.000Z',
    '2026-02-01T08:59:59.999Z',
    '2026-02-01T09:00:00.000Z',
  ]
  await store.append(
    `settings-${randomUUID()}`,
    times.map(recordedAt => settings({ recordedAt })),
    'any',
  )
  const [from, to] = [times[1] as string, times[3] as string]
  const isPlayed = ({ recordedAt }: { recordedAt: string }) => recordedAt >= from && recordedAt < to
  const { text } = await written(historyLines({ from, to, isPlayed }), after)
  expect(text.split('\n')).toHaveLength(3)
  expect(text).toBe(await expected(after, isPlayed))
})

test('of a stream that is gone only what lies behind a place has a line, and no event is made of it first', async () => {
  const after = (await store.head()) ?? undefined
  const names = [visit, longVisit, 'session_1700000000000_77', 'another', 'other "one"', 'è'].map(
    id => `visit-${id}`,
  )
  const append = async () => {
    for (const name of [...names, 'visitor-1'])
      await store.append(name, [settings({ metadata: metadata({ visitId: longVisit }) })], 'any')
  }
  await append()
  const place = await head()
  await append()
  const goneNames = names.filter(name => name !== names[1])
  const before = (name: string) => (goneNames.includes(name) ? place : null)
  const isPlayed = ({ stream: name, position }: { stream: string; position: Position }) =>
    !(position < (before(name) ?? ''))
  // The last of the first ones stands at the place itself.
  const gone = { prefix: 'visit-', before }
  const { text, alone } = await written(historyLines({ ...everything, isPlayed, gone }), after)
  expect(text).toBe(await expected(after, isPlayed))
  expect(text.split('\n')).toHaveLength(2 * (names.length + 1) - goneNames.length + 1)
  // Names that do not stand in JSON as they are.
  expect(alone).toHaveLength(4)
})

test('great events come few at a time, and none is left out', async () => {
  const after = (await store.head()) ?? undefined
  for (let i = 0; i < 12; i += 1)
    await store.append(
      `settings-${randomUUID()}`,
      [settings({ data: { measurementId: 'x'.repeat(1_000_000) } })],
      'any',
    )
  const { text, pages } = await written(historyLines(everything), after)
  expect(text).toBe(await expected(after))
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) expect(page.text.length).toBeLessThan(10_000_000)
})
