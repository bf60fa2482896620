import { freshDatabase } from '@tba/testing/database.ts'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientConfig, openConnections } from './connections.ts'
import * as statements from './statements.ts'
import { openPostgresStore } from './store.ts'

let connections: ReturnType<typeof openConnections>
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await freshDatabase()
  drop = database.drop
  const store = await openPostgresStore(database)
  await store.close()
  connections = openConnections(clientConfig(database.connectionString, 'event-log'), 1)
})
afterAll(async () => {
  await connections.close()
  await drop()
})

/** The plan that a connection caches, whatever the parameters: here for an empty log, the worst adviser. */
const plan = ({ text }: statements.Statement) =>
  connections.use(async (client: pg.ClientBase) => {
    const { rows } = await client.query(`explain (generic_plan, costs off) ${text}`)
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })

test.each([
  ['append.sql', statements.append, ['records_event_id_key', 'records_stream_revision_key']],
  ['read-stream.forwards.sql', statements.readStream.forwards, ['records_stream_revision_key']],
  ['read-stream.backwards.sql', statements.readStream.backwards, ['records_stream_revision_key']],
  ['read-log.forwards.sql', statements.readLog.forwards, ['records_pkey']],
  ['read-log.backwards.sql', statements.readLog.backwards, ['records_pkey']],
  [
    'read-log-of-types.forwards.sql',
    statements.readLogOfTypes.forwards,
    ['records_by_shape', 'records_pkey'],
  ],
  [
    'read-log-of-types.backwards.sql',
    statements.readLogOfTypes.backwards,
    ['records_by_shape', 'records_pkey'],
  ],
  ['read-at.sql', statements.readAt, ['records_pkey']],
  ['watermark.sql', statements.watermark, ['records_pkey']],
  ['head.sql', statements.head, ['records_pkey']],
  ['held-back.sql', statements.heldBack, ['records_pkey']],
])('%s looks into the log by its indexes only, however the log grows', async (_, statement, indexes) => {
  const steps = await plan(statement)
  const scans = [...steps.matchAll(/(\w[\w ]*Scan)(?: Backward)? using (\w+) on records/g)].map(
    ([, , index]) => index,
  )
  expect([...new Set(scans)].sort()).toEqual(indexes)
  expect(steps).not.toMatch(/Seq Scan|Hash Join|Merge Join/)
  // None walks a whole index; the head takes the first entry that it meets.
  const unbounded = statement === statements.head ? 1 : 0
  const all = [...steps.matchAll(/Scan(?: Backward)? using|Bitmap Index Scan on/g)]
  expect([...steps.matchAll(/Index Cond/g)]).toHaveLength(all.length - unbounded)
})

test('the log is in the order of transactions, then of positions, and a stream has each revision once', async () => {
  const constraints = await connections.use(async client => {
    const { rows } = await client.query(`select pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = 'log.records'::regclass and contype in ('p', 'u') order by 1`)
    return rows.map(({ definition }) => definition)
  })
  expect(constraints).toEqual([
    'PRIMARY KEY (xid, "position")',
    'UNIQUE (event_id)',
    'UNIQUE (stream, revision)',
  ])
})

describe('a rare type in a long log', () => {
  const shape = (type: string) =>
    connections.use(client => client.query(`select log.shape_id('{"type":"${type}"}', 1)`))
  const fill = () =>
    connections.use(client =>
      client.query(`insert into log.records (stream, revision, event_id, shape, payload)
        select uuid_send(gen_random_uuid()), 0, gen_random_uuid(), (select id from log.shapes where type =
          case when n = 7000 then 'HappensOnce' when n % 20 = 0 then 'Often' else 'VeryOften' end), '[{},{}]'
        from generate_series(0, 40000) n`),
    )

  /** What a page of these types costs, in blocks of the database. */
  const blocks = (limit: number, types: string[]) =>
    connections.use(async client => {
      const { text } = statements.readLogOfTypes.forwards
      const values = [0, 0, '18446744073709551615', '9223372036854775807', limit, 8_000_000, types]
      const found = await client.query({ text, values })
      const { rows } = await client.query({ text: `explain (analyze, buffers, format json) ${text}`, values })
      const plan = rows[0]['QUERY PLAN'][0].Plan as Record<string, number>
      const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } = plan
      return { events: found.rows.filter(({ position }) => position !== null).length, count: hit + read }
    })

  test('is found without walking through it, whatever the planner believes of it', async () => {
    for (const type of ['HappensOnce', 'Often', 'VeryOften']) await shape(type)
    await fill()
    const found = () => blocks(500, ['HappensOnce', 'Never'])
    await expect.poll(found, { timeout: 10_000 }).toMatchObject({ events: 1 })
    expect((await found()).count).toBeLessThan(30)
    // Now it knows frequent types only, and takes every other for one of them: soon met by walking along.
    await connections.use(client =>
      client.query(
        `delete from log.records where shape in (select id from log.shapes where type = 'HappensOnce')`,
      ),
    )
    await connections.use(client => client.query('analyze log.records'))
    expect((await blocks(1, ['Never'])).count).toBeLessThan(30)
  })
})
