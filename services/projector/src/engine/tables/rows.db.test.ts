import { origin } from '@tba/event-store/position.ts'
import { world } from '../../testing/world.ts'
import { type Row, table } from '../change.ts'
import { member } from '../commit/batch.ts'
import { writesOf } from '../commit/commit.ts'
import { atomically, connect } from '../database/connection.ts'
import type { Projection } from '../projection.ts'
import { readCatalogue } from './catalogue.ts'
import { keyText, type Writes } from './fold.ts'
import { loadRows, statementsOf } from './rows.ts'

const ddl = `
  create table trial.things (
    id uuid, part int, label text, note varchar, small smallint, real double precision, price numeric(12, 2),
    flag boolean, at timestamptz(3), day date, doc jsonb, hidden text generated always as (null::text) stored,
    primary key (part, id)
  )`
const things = table('things', 'part', 'id')
const projection: Projection = {
  name: 'trial',
  version: 1,
  sql: new URL('file:///things.sql'),
  tables: [things],
  on: {},
}
const none: Writes = { searches: [], cleared: [], removals: [], upserts: [] }
const ids = ['11111111-0000-4000-8000-000000000000', '22222222-0000-4000-8000-000000000000'] as const

const full: Row = {
  id: ids[0],
  part: 1,
  label: 'l’uno, "due" {tre} \\ NULL',
  note: '',
  small: -3,
  real: 0.1,
  price: 12.5,
  flag: false,
  at: '2026-01-01T10:00:00.120Z',
  day: '2026-02-28',
  doc: { deep: [1, null, { text: 'è, "così"' }] },
}
const empty: Row = { ...Object.fromEntries(Object.keys(full).map(name => [name, null])), id: ids[1], part: 1 }

async function trial() {
  const it = await world()
  await it.rows('create schema trial')
  await it.rows(ddl)
  const shape = (await readCatalogue(it.pool, projection, 'trial')).get('things')
  if (!shape) throw new Error('no table')
  const written = member({ projection, tables: new Map(), position: origin })
  const connection = await connect(it.connectionString)
  onTestFinished(connection.close)
  const write = async (writes: Partial<Writes>) =>
    atomically(
      connection,
      async () => {},
      writesOf({ member: written, table: shape, writes: { ...none, ...writes } }),
    )
  return { ...it, connection, shape, write }
}

test('a row with every type is loaded as it was written, and so is a row of nulls', async () => {
  const { connection, shape, write } = await trial()
  await write({ upserts: [full, empty] })
  const loaded = await loadRows(connection, shape, [
    [1, ids[0]],
    [1, ids[1]],
    [2, ids[0]],
  ])
  expect([...loaded]).toEqual([
    [keyText([1, ids[0]]), full],
    [keyText([1, ids[1]]), empty],
  ])
})

test('writing a row again replaces it, removing it deletes it', async () => {
  const { rows, write } = await trial()
  await write({ upserts: [full, empty] })
  await write({ upserts: [{ ...full, small: 4 }], removals: [[1, ids[1]]] })
  expect(await rows('select id, small from trial.things')).toEqual([{ id: ids[0], small: 4 }])
})

const refused = (reason: string) => ({
  name: 'WriteRefused',
  cause: { message: expect.stringContaining(reason) },
})

test('a row that lacks a column, or has one too many, is refused', async () => {
  const { write } = await trial()
  const { label: _, ...lacking } = full
  await expect(write({ upserts: [lacking] })).rejects.toMatchObject(refused('lacks label'))
  await expect(write({ upserts: [{ ...full, extra: 1 }] })).rejects.toMatchObject(refused('columns'))
})

test.each([1, 20])(
  'rows are found by the index on their keys, also if the table had %i when the query was planned',
  async count => {
    const { connection, rows, shape, write } = await trial()
    await write({ upserts: Array.from({ length: count }, (_, part) => ({ ...full, part })) })
    await rows('analyze trial.things')
    const text = `explain (generic_plan) ${statementsOf(shape).load.text}`
    const plan = (await connection.query({ text })).map(row => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index Cond: .*part = wanted.part.* AND .*id = wanted.id/)
  },
)

test('a refused statement leaves nothing behind, and the connection continues', async () => {
  const { rows, write } = await trial()
  const removed = write({ upserts: [full] }).then(() =>
    write({ removals: [[1, ids[0]]], upserts: [{ ...empty, day: 'nie' }] }),
  )
  await expect(removed).rejects.toMatchObject(refused('date'))
  expect(await rows('select id from trial.things')).toEqual([{ id: ids[0] }])
  await write({ upserts: [empty] })
  expect(await rows('select id from trial.things')).toHaveLength(2)
})

test('a projection whose keys, tables or types differ from its .sql does not start', async () => {
  const { pool } = await trial()
  const keyed = { ...projection, tables: [table('things', 'id')] }
  await expect(readCatalogue(pool, keyed, 'trial')).rejects.toThrow('things has the key (part, id)')
  await expect(readCatalogue(pool, { ...projection, tables: [] }, 'trial')).rejects.toThrow('creates things')
})
