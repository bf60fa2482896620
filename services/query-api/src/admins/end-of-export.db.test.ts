import { createPool } from '@tba/runtime/postgres/pool.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import { sql } from 'slonik'
import { foundIn } from '../reads/open-session.ts'
import { endOfExport } from './exporter.ts'

const database = await freshDatabase()
afterAll(database.drop)
const pool = await createPool(database.connectionString)
afterAll(() => pool.end())
const exporter = { sid: crypto.randomUUID(), sub: crypto.randomUUID() }
beforeAll(async () => {
  await pool.query(sql.unsafe`create schema read`)
  await pool.query(sql.unsafe`create schema projector`)
  await pool.query(
    sql.unsafe`create table read.admin_sessions (sid uuid, "adminId" uuid, expire timestamptz)`,
  )
  await pool.query(sql.unsafe`create table projector.checkpoints (projection text, position text)`)
  await pool.query(
    sql.unsafe`insert into read.admin_sessions values (${exporter.sid}, ${exporter.sub}, now() + interval '1 hour')`,
  )
})

test('an export of a projection during its first fold gets 503, and signs no administrator out', async () => {
  const end = () => endOfExport(foundIn(pool), 'tracking', exporter)
  await expect(end()).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
  await expect(
    endOfExport(foundIn(pool), 'tracking', { ...exporter, sid: crypto.randomUUID() }),
  ).rejects.toMatchObject({ status: 401 })
  await pool.query(sql.unsafe`insert into projector.checkpoints values ('tracking', 'here')`)
  expect(await end()).toBe('here')
})
