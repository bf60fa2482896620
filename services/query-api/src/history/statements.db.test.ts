import type { EventStore, Position } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { shortKey } from '@tba/runtime/history/row-keys.ts'
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
  const none = { stream: null, streamPrefix: null, visit: null, actor: null, correlation: null }
  await partsOf(pool, { ...none, types: ['PlanActivated'], words, from: null, to: null })
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
