import { openEventStore } from '@tba/event-store/open.ts'
import { databaseInTest } from '@tba/testing/database.ts'
import { clientInTest } from '@tba/testing/with-client.ts'
import { essenceOf, seed } from '../../tests/support/seeded-log.ts'
import { migrateLog } from './migrate-log.ts'

const say = () => {}

async function written(url: string): Promise<void> {
  const store = await openEventStore({ url })
  onTestFinished(() => store.close())
  const event = { id: crypto.randomUUID(), type: 'PlanActivated', data: {}, metadata: {} }
  await store.append(`setup-${crypto.randomUUID()}`, [event], 'no_stream')
}

test('a copied log is equal event by event, and has no earlier position', async () => {
  const [from, to] = [await databaseInTest(), await databaseInTest()]
  await seed(from, 3_000)
  const client = await clientInTest(from)
  const ahead = Math.floor(Date.now() / 60_000) + 5
  await client.query('update log.meta set generation = $1', [ahead])
  expect(await migrateLog({ from, to, say })).toMatchObject({ events: 2_988, streams: 600 })
  expect(await essenceOf(to)).toEqual(await essenceOf(from))
  const { rows } = await (await clientInTest(to)).query('select generation from log.meta')
  expect(rows[0].generation).toBeGreaterThan(ahead)
})

test('the next run copies later events, also into a log that was in use', async () => {
  const [from, to] = [await databaseInTest(), await databaseInTest()]
  await seed(from, 500)
  await migrateLog({ from, to, say })
  await written(from)
  await migrateLog({ from, to, say })
  expect(await essenceOf(to)).toEqual(await essenceOf(from))
})

test('while the log grows the copy is incomplete: no start accepts it, and the next run continues', async () => {
  const [from, to] = [await databaseInTest(), await databaseInTest()]
  await seed(from, 500)
  await (await openEventStore({ url: to })).close()
  const holding = await clientInTest(to)
  // Blocks writers, but not readers.
  await holding.query('begin; lock table log.events in share mode')
  const during = migrateLog({ from, to, say })
  const waiting = `select from pg_locks join pg_database on oid = database
    where not granted and datname = current_database()`
  const own = await clientInTest(to)
  await expect.poll(async () => (await own.query(waiting)).rowCount).toBeGreaterThan(0)
  await written(from)
  await holding.query('rollback')
  await expect(during).rejects.toThrow(/^Something was written to the log while it was copied/)
  await expect(openEventStore({ url: to })).rejects.toThrow(/^A copy into this log was started/)
  await migrateLog({ from, to, say })
  expect(await essenceOf(to)).toEqual(await essenceOf(from))
})

test('copies nothing while the product runs on either database', async () => {
  const [from, to] = [await databaseInTest(), await databaseInTest()]
  await seed(from, 500)
  for (const url of [from, to]) {
    const running = await clientInTest(url)
    await running.query(`set application_name = 'vault'`)
    await expect(migrateLog({ from, to, say })).rejects.toThrow(/^The product runs on this database/)
    await running.query(`set application_name = ''`)
  }
})
