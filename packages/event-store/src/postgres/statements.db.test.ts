import { databaseInTest, freshDatabase } from '@tba/testing/database.ts'
import type pg from 'pg'
import { someEvents, someStream } from '../testing/contract/harness.ts'
import { clientOptions, openConnections } from './connections.ts'
import * as statements from './statements.ts'
import { openPostgresStore } from './store.ts'

const database = await freshDatabase()
afterAll(database.drop)
const store = await openPostgresStore(database)
await store.close()
const connections = openConnections(database.connectionString, { ...clientOptions('event-log'), max: 1 })
afterAll(() => connections.close())

/** The cached plan of a connection, for any parameters. An empty log gives the worst plans. */
const plan = ({ text }: statements.Statement) =>
  connections.use(async (client: pg.ClientBase) => {
    const { rows } = await client.query(`explain (generic_plan, costs off) ${text}`)
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })

test.each([
  ['append.sql', statements.append, ['events_event_id_key', 'events_stream_revision_key']],
  ['read-stream.forwards.sql', statements.readStream.forwards, ['events_stream_revision_key']],
  ['read-stream.backwards.sql', statements.readStream.backwards, ['events_stream_revision_key']],
  ['read-log.forwards.sql', statements.readLog.forwards, ['events_pkey']],
  ['read-log.backwards.sql', statements.readLog.backwards, ['events_pkey']],
  ['read-log-of-types.forwards.sql', statements.readLogOfTypes.forwards, ['events_by_type', 'events_pkey']],
  ['read-log-of-types.backwards.sql', statements.readLogOfTypes.backwards, ['events_by_type', 'events_pkey']],
  ['read-at.sql', statements.readAt, ['events_pkey']],
  ['watermark.sql', statements.watermark, ['events_pkey']],
  ['head.sql', statements.head, ['events_pkey']],
  ['held-back.sql', statements.heldBack, ['events_pkey']],
])('%s uses only indexes, however large the log is', async (_, statement, indexes) => {
  const steps = await plan(statement)
  const scans = [...steps.matchAll(/(\w[\w ]*Scan)(?: Backward)? using (\w+) on events/g)].map(
    ([, , index]) => index,
  )
  expect([...new Set(scans)].sort()).toEqual(indexes)
  expect(steps).not.toMatch(/Seq Scan|Hash Join|Merge Join/)
  // No statement scans a whole index. The head takes its first entry.
  const unbounded = statement === statements.head ? 1 : 0
  expect([...steps.matchAll(/Index Cond/g)]).toHaveLength(scans.length - unbounded)
})

test('deletes streams in steps of a limited number of events', async () => {
  const connectionString = await databaseInTest()
  const store = await openPostgresStore({ connectionString })
  onTestFinished(() => store.close())
  const stream = someStream()
  await store.append(stream, someEvents(5), 'no_stream')
  const own = openConnections(connectionString, { ...clientOptions('event-log'), max: 1 })
  onTestFinished(() => own.close())
  const counts = []
  for (let turn = 0; turn < 3; turn++)
    counts.push(...(await own.query(statements.deleteStreams, [[stream], '9000000000', '9000000000', 2])))
  expect(counts).toEqual([{ count: 2 }, { count: 2 }, { count: 1 }])
  expect(await Array.fromAsync(store.read(stream))).toEqual([])
})
