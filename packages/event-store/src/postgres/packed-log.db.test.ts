import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endOf, followUntil, idsOf, readable, someEvent, someStream } from '../contract/harness.ts'
import type { NewEvent, Position } from '../port.ts'
import { type PostgresHarness, postgresHarness } from './testing/harness.ts'

let harness: PostgresHarness
beforeAll(async () => {
  harness = await postgresHarness()
})
afterAll(() => harness.close())

const visitId = 'session_1700000000000_0123abcd'
const tracked = (change: Partial<NewEvent> = {}): NewEvent =>
  someEvent({
    type: 'InteractionTracked',
    data: { page: '/', elementId: null, additionalData: { percent: 50 } },
    metadata: { actor: 'visitor', correlationId: randomUUID(), causationId: randomUUID(), schemaVersion: 1 },
    ...change,
  })

async function append(...events: NewEvent[]): Promise<void> {
  const { position } = await harness.store.append(someStream(), events, 'no_stream')
  await readable(harness.store, position)
}

test('an operator sees in log.events what was appended, and what they write there is read as any other event', async () => {
  const { store, admin } = harness
  const stream = `visit-${visitId}`
  const events = [
    tracked({ metadata: { ...tracked().metadata, visitId } }),
    tracked({ metadata: { visitId: 'another', correlationId: 'restore', causationId: null } }),
    tracked({ data: {}, metadata: {} }),
    tracked({ data: { 'città “x”': [1.5, null, { a: 'b' }], __proto__x: true } }),
  ]
  await store.append(stream, events, 'no_stream')
  const shown = async () =>
    (await admin.query('select * from log.events where stream = $1 order by revision', [stream])).rows
  expect(await shown()).toMatchObject(
    events.map(({ id, type, data, metadata }, at) => ({
      event_id: id,
      stream,
      type,
      data,
      metadata,
      revision: `${at}`,
    })),
  )
  // As builds wrote before events were packed.
  const [written] = (
    await admin.query(
      `insert into log.events (position, stream, revision, event_id, type, data, metadata, recorded_at)
       overriding system value
       select nextval('log.events_position_seq'), stream, revision + 4, gen_random_uuid(), type, data, metadata, clock_timestamp()
       from log.events where stream = $1 returning stream, revision, xid, position`,
      [stream],
    )
  ).rows
  expect(written).toMatchObject({ stream, revision: '4' })
  const read = await Array.fromAsync(store.read(stream))
  expect(read.slice(4).map(({ data, metadata, type }) => ({ data, metadata, type }))).toEqual(
    events.map(({ data, metadata, type }) => ({ data, metadata, type })),
  )
})

describe('types that come in masses', () => {
  const types = ['InteractionTracked']

  test('are in no index, and are found all the same, from both ends and as many as asked for', async () => {
    const { store, admin } = harness
    const start = await endOf(store)
    const events = Array.from({ length: 1200 }, (_, at) => (at % 3 === 0 ? tracked() : someEvent()))
    for (const from of [0, 400, 800]) await append(...events.slice(from, from + 400))
    const wanted = idsOf(events.filter(({ type }) => type === 'InteractionTracked'))
    const found = async (more: object) =>
      idsOf(await Array.fromAsync(store.readAll({ ...start, types, ...more })))
    expect(await found({})).toEqual(wanted)
    expect(await found({ types: [...types, 'PlanActivated'] })).toEqual(idsOf(events))
    expect(await found({ direction: 'backwards' })).toEqual(wanted.toReversed())
    expect(await found({ limit: 301 })).toEqual(wanted.slice(0, 301))
    expect(await found({ limit: 2, direction: 'backwards' })).toEqual(wanted.toReversed().slice(0, 2))
    expect(await found({ limit: 0 })).toEqual([])
    const { rows } = await admin.query(`select count(*)::int as indexed from log.records
      join log.shapes on shapes.id = records.shape where records.shape > 0 and type = 'InteractionTracked'`)
    expect(rows).toEqual([{ indexed: 0 }])
  })

  test('wake whoever follows them, also where none was there when they began', async () => {
    const { store } = harness
    const event = someEvent({ type: 'ConsentChosen' })
    let appended: Promise<void> | undefined
    const { seen } = await followUntil(store, { types: ['ConsentChosen'] }, (events, caughtUp) => {
      if (caughtUp) appended ??= append(tracked(), event, someEvent())
      return events.length > 0
    })
    await appended
    expect(idsOf(seen)).toEqual([event.id])
  })
})

describe('shapes', () => {
  const shapes = async (type: string) =>
    (await harness.admin.query('select shape from log.shapes where type = $1', [type])).rows.length

  test('are few, also where a program names its fields by what is in them', async () => {
    const type = `Type${randomUUID()}`
    const events = Array.from({ length: 100 }, (_, at) => someEvent({ type, data: { [`field ${at}`]: at } }))
    const long = someEvent({ type, data: { ['x'.repeat(2000)]: 1 } })
    const start = await endOf(harness.store)
    await append(...events, long)
    const read = await Array.fromAsync(harness.store.readAll({ ...start, types: [type] }))
    expect(read.map(({ data }) => data)).toEqual([...events, long].map(({ data }) => data))
    expect(await shapes(type)).toBe(33)
    await harness.admin.query(
      `insert into log.events (stream, revision, event_id, type, data, metadata)
       select $1 || '-' || n, 0, gen_random_uuid(), $1, jsonb_build_object('other ' || n, n), '[]' from generate_series(1, 40) n`,
      [type],
    )
    expect(await shapes(type)).toBe(33)
    const { rows } = await harness.admin.query(`select data from log.events where stream = $1`, [`${type}-7`])
    expect(rows).toEqual([{ data: { 'other 7': 7 } }])
  })

  test('that an older log does not hold, put back under a running process, are written anew', async () => {
    const { store, admin, another } = harness
    const event = () => someEvent({ type: 'OnlyHere', data: { text: 'a' } })
    await append(event())
    await admin.query(
      `delete from log.records where shape in (select id from log.shapes where type = 'OnlyHere')`,
    )
    await admin.query(`delete from log.shapes where type = 'OnlyHere'`)
    const again = event()
    await append(again)
    for (const reader of [store, await another()])
      expect(await Array.fromAsync(reader.readAll({ types: ['OnlyHere'] }))).toMatchObject([again])
  })

  test('a row of one that is nowhere, or with a broken payload, comes out empty and stops nobody', async () => {
    const { store, admin } = harness
    const start = await endOf(store)
    const events = [someEvent(), someEvent(), someEvent()]
    await append(...events)
    await admin.query(`update log.records set shape = 17 where event_id = $1`, [events[0]?.id])
    const breaking = () =>
      admin.query(`update log.records set payload = '{"plan"' where event_id = $1`, [events[1]?.id])
    await expect(breaking()).rejects.toThrow('records_payload_check')
    // As a fault of the disk does it, which nothing checks.
    await admin.query('alter table log.records drop constraint records_payload_check')
    await breaking()
    const read = await Array.fromAsync(store.readAll(start))
    expect(read).toMatchObject([
      { id: events[0]?.id, type: '', data: {}, metadata: {} },
      { id: events[1]?.id, type: 'PlanActivated', data: { plan: null } },
      events[2] as NewEvent,
    ])
    expect(await store.readAt(read.map(({ position }) => position as Position))).toEqual(read)
    await admin.query('delete from log.records where event_id = any($1)', [idsOf(events)])
  })
})
