import type { EventStore, Position } from '@tba/event-store/port.ts'
import type { EventFilter } from '@tba/events/history/filter.ts'
import { streams } from '@tba/events/streams.ts'
import { shortKey } from '@tba/runtime/history/row-keys.ts'
import { isOutage } from '@tba/runtime/http/outage.ts'
import { type DatabasePool, type QuerySqlToken, sql } from 'slonik'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type ReadSide, readSide } from '../testing/read-side.ts'
import { findEvent } from './find-event.ts'
import { ofEvent, ofRequest } from './found-by.ts'
import { partsOf } from './parts.ts'
import { streamsBeginning, streamsOfWord } from './stream-names.ts'

const timed = streams.visit('session_1764000000000_9F3b')
const untimed = streams.visit('0A1b2c3d-visita')
const setup = streams.setup('0a1b2c3d-0000-4000-8000-000000000000')

const blank: EventFilter = {
  ...{ types: [], stream: null, streamPrefix: null, visit: null, actor: null, correlation: null },
  ...{ words: [], from: null, to: null },
}

let side: ReadSide
beforeAll(async () => {
  side = await readSide()
  const data = { eventType: 'click', elementId: null, elementText: null, page: '/', additionalData: null }
  for (const stream of [timed, untimed]) await side.append(stream, { type: 'InteractionTracked', data })
  await side.append(setup, { type: 'PlanActivated', data: { userId: 1, plan: 'elite', depositEuro: 3000 } })
  const row = z.object({ held: z.number() })
  const held = () =>
    side.pool.oneFirst(sql.type(row)`
      select (select count(*) from read.history_streams)::int + (select count(*) from read.visits)::int as held`)
  await vi.waitFor(async () => expect(await held()).toBe(4), { timeout: 20_000 })
})
afterAll(() => side.close())

/** A pool that keeps what it is asked, and how many statements were under way at most. */
function watched({ any }: DatabasePool) {
  const asked: QuerySqlToken[] = []
  let [now, most] = [0, 0]
  const watching = async (query: QuerySqlToken) => {
    asked.push(query)
    most = Math.max(most, ++now)
    return await any(query).finally(() => now--)
  }
  return { pool: { any: watching } as unknown as DatabasePool, asked, most: () => most }
}

const wordsOf = async (word: string) => (await streamsOfWord(side.pool, { word, isId: true }))?.toSorted()

test('streams are found by the beginning of their id, in a visit’s whatever its letter case', async () => {
  expect(await wordsOf('0a1b2c3d')).toEqual([setup, untimed])
  expect(await wordsOf(untimed.toLowerCase())).toEqual([untimed])
  expect(await wordsOf('session_1764')).toEqual([timed])
  expect(await wordsOf('session_1764000000000_9f3b')).toEqual([timed])
  expect(await wordsOf('session_1765')).toEqual([])
  expect(await streamsBeginning(side.pool, untimed.slice(0, 9))).toEqual([untimed])
  expect(await streamsBeginning(side.pool, timed.slice(0, 18))).toEqual([timed])
  expect(await streamsBeginning(side.pool, untimed.toLowerCase())).toEqual([])
})

test('no word and no prefix makes the database look through all visits', async () => {
  const { pool, asked } = watched(side.pool)
  for (const word of ['0a1b2c3d', 'session_1764', 'session_1764000000000_9f3b', 'visit-0a1b'])
    await streamsOfWord(pool, { word, isId: true })
  await streamsBeginning(pool, untimed.slice(0, 9))
  await streamsBeginning(pool, timed.slice(0, 18))
  expect(asked).toHaveLength(6)
  for (const query of asked)
    expect(await planOf(query)).not.toMatch(/Seq Scan on (tracked_visits|history_streams)/)
})

/** As of a table too large to be read from end to end. */
const planOf = (query: QuerySqlToken) =>
  side.pool.transaction(async connection => {
    await connection.query(sql.unsafe`set local enable_seqscan = off`)
    const explained = {
      ...query,
      sql: `explain ${query.sql}`,
      parser: z.object({ 'QUERY PLAN': z.string() }),
    }
    const lines = await connection.any(explained)
    return lines.map(line => line['QUERY PLAN']).join('\n')
  })

test('ten words of one search are looked up one after the other', async () => {
  const { pool, most } = watched(side.pool)
  const words = Array.from({ length: 10 }, (_, at) => `9f3b000${at}`)
  await partsOf(pool, { ...blank, types: ['PlanActivated'], words })
  expect(most()).toBe(1)
})

test('events and requests are found by the bits that are in the index', async () => {
  for (const { holds } of [ofEvent('9f3b'), ofRequest('9f3b')]) {
    const query = sql.unsafe`select e.position from read.history_events e where ${holds}`
    const plan = await planOf(query)
    expect(plan).not.toContain('Seq Scan')
    expect(plan).toMatch(/Index Cond: .*& 1048575/)
  }
})

test('what visitors wrote without end is not looked through for a word, but asked for by the rows of a slice', async () => {
  const search = { ...blank, words: ['inizia', 'ora'] }
  const { pool, asked } = watched(side.pool)
  const few = await partsOf(pool, search)
  expect(few.map(({ seek }) => seek === null)).toEqual([false, false])

  await side.pool.query(sql.unsafe`
    insert into read.history_kinds (key, type, actor, text, said, count)
    select at, 'InteractionTracked', 'visitor', 'inizia ' || at, '{}', 1 from generate_series(1, 100001) at`)
  const before = asked.length
  const many = await partsOf(pool, search)
  expect(asked.slice(before).map(query => query.sql)).not.toContainEqual(expect.stringContaining('strpos'))
  for (const { holds, seek } of many) {
    expect(seek).toBe(null)
    const plan = await planOf(sql.unsafe`select e.position from read.history_events e where ${holds}`)
    expect(plan).toMatch(/Index Scan using history_kinds_pkey/)
  }
})

test('an event of a type that a newer build knows is found by its category and by the word for it', async () => {
  const of = (are: object) => partsOf(side.pool, { ...blank, ...are })
  await side.pool.query(sql.unsafe`
    insert into read.history_kinds (key, type, actor, text, said, count) values (-9, 'TomorrowsEvent', '', '', '{}', 1)`)
  for (const asked of [{ streamPrefix: 'setup-' }, { words: ['setup'] }]) {
    const [part] = await of(asked)
    const row = z.object({ found: z.boolean() })
    const query = sql.type(
      row,
    )`select ${part?.holds ?? sql.fragment`false`} as found from (select -9 as kind) e`
    expect(await side.pool.oneFirst(query)).toBe(true)
  }
})

test('a table that is not made yet is asked for again later', async () => {
  const asking = side.pool.any(sql.unsafe`select from read.not_made`)
  await expect(asking).rejects.toSatisfy(isOutage)
})

test('an event is looked for among a hundred at most, however many were given its number', async () => {
  const id = '9f3b0000-0000-4000-8000-000000000000'
  await side.pool.query(sql.unsafe`
    insert into read.history_events (position, "recordedAt", stream, kind, "eventId", correlation)
    select lpad(to_hex(at), 32, '0')::uuid, now(), 1, 1, ${shortKey(id)}, 1 from generate_series(1, 150) at`)
  const read: Position[] = []
  const store: Pick<EventStore, 'readAt'> = {
    async readAt(positions) {
      read.push(...positions)
      return []
    },
  }
  const like = '00000001-0000000000000001-0000000000000001' as Position
  expect(await findEvent({ pool: side.pool, store }, { id, like })).toBe(null)
  expect(read).toHaveLength(100)
})
