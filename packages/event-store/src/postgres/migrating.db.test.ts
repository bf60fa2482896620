import { randomUUID } from 'node:crypto'
import { freshDatabase } from '@tba/testing/database.ts'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { readable, someEvent } from '../contract/harness.ts'
import type { JsonObject, Position } from '../port.ts'
import { migrate, migrations, versionOf } from './migrations.ts'
import { bringIn } from './restoring.ts'
import { openPostgresStore } from './store.ts'
import { connected } from './testing/harness.ts'

const beforePacking = migrations.slice(0, 2)

async function database(): Promise<{ connectionString: string; admin: pg.Client }> {
  const { connectionString, drop } = await freshDatabase()
  onTestFinished(drop)
  const admin = await connected(connectionString)
  onTestFinished(() => admin.end())
  return { connectionString, admin }
}

const visitId = `session_1700000000000_${randomUUID()}`
const context = { actor: 'visitor', correlationId: randomUUID(), causationId: randomUUID(), schemaVersion: 1 }
const contents: { stream: string; type: string; data: JsonObject; metadata: JsonObject }[] = [
  {
    stream: `visit-${visitId}`,
    type: 'VisitStarted',
    data: { userAgent: null },
    metadata: { ...context, visitId },
  },
  {
    stream: `visit-${visitId}`,
    type: 'InteractionTracked',
    data: {},
    metadata: { ...context, visitId: 'other' },
  },
  {
    stream: 'tracking',
    type: 'VisitsExpired',
    data: { visits: ['a'] },
    metadata: { correlationId: 'RESTORE' },
  },
  {
    stream: `setup-${randomUUID()}`,
    type: 'PlanActivated',
    data: { 'piano “x”': { a: [1e21, null] } },
    metadata: {},
  },
  {
    stream: 'città-1',
    type: 'Piano (più)',
    data: { '': false, __proto__x: 1 },
    metadata: { causationId: null },
  },
]

/** As the release before has written them. */
async function fill(admin: pg.Client): Promise<void> {
  const revisions = new Map<string, number>()
  for (const { stream, type, data, metadata } of contents) {
    const revision = revisions.get(stream) ?? 0
    revisions.set(stream, revision + 1)
    await admin.query(
      `insert into log.events (revision, event_id, stream, type, data, metadata)
       values ($1, gen_random_uuid(), $2, $3, $4, $5)`,
      [revision, stream, type, data, metadata],
    )
  }
}

const allOf = async (admin: pg.Client) =>
  (
    await admin.query(`select xid, position, revision, recorded_at, event_id, stream, type, data, metadata
      from log.events order by xid, position`)
  ).rows

test('a log is packed with all that is in it, every event at its place, and goes on', async () => {
  const { connectionString, admin } = await database()
  await migrate(admin, beforePacking)
  await fill(admin)
  const before = await allOf(admin)
  const told: number[] = []
  const onMigration = ({ version }: { version: number }) => told.push(version)
  const store = await openPostgresStore({ connectionString, onMigration })
  onTestFinished(store.close)
  expect(told).toEqual([3, 4])
  expect(await allOf(admin)).toEqual(before)
  await readable(store, (await store.head()) as Position)
  const read = await Array.fromAsync(store.readAll())
  expect(read).toMatchObject(contents)
  expect(read.map(({ position }) => position.slice(-16))).toEqual(
    before.map(({ position }) => Number(position).toString(16).padStart(16, '0')),
  )
  const [first] = contents as [(typeof contents)[number]]
  const appended = await store.append(first.stream, [someEvent()], 1)
  expect(appended.revision).toBe(2)
  await readable(store, appended.position)
  expect((await Array.fromAsync(store.readAll())).at(-1)).toMatchObject({
    type: 'PlanActivated',
    revision: 2,
  })
  expect((await Array.fromAsync(store.readAll({ types: ['VisitsExpired'] }))).length).toBe(1)
})

test('one that is killed in the middle of it is as it was', async () => {
  const { connectionString, admin } = await database()
  await migrate(admin, beforePacking)
  await fill(admin)
  const before = await allOf(admin)
  const reading = await connected(connectionString)
  onTestFinished(() => reading.end())
  // It cannot get at the table before this ends.
  await reading.query('begin; select count(*) from log.events')
  const packing = await connected(connectionString)
  const { rows } = await packing.query('select pg_backend_pid() as pid')
  const killed = expect(migrate(packing)).rejects.toThrow()
  const waiting = `select from pg_locks where pid = $1 and not granted`
  await expect.poll(async () => (await admin.query(waiting, [rows[0].pid])).rowCount).toBe(1)
  await admin.query('select pg_terminate_backend($1)', [rows[0].pid])
  await killed
  await reading.query('commit')
  expect(await versionOf(admin)).toBe(2)
  expect(await allOf(admin)).toEqual(before)
})

test('a backup that the release before has made comes in, in this one’s form', async () => {
  const { connectionString, admin } = await database()
  const copied = await bringIn(admin, { generation: 9, version: 2 }, async () => {
    await fill(admin)
    return contents.length
  })
  expect(copied).toBe(contents.length)
  expect(await versionOf(admin)).toBe(migrations.length)
  const store = await openPostgresStore({ connectionString })
  onTestFinished(store.close)
  await readable(store, (await store.head()) as Position)
  const read = await Array.fromAsync(store.readAll())
  expect(read).toMatchObject(contents)
  expect(read[0]?.position.slice(0, 8)).toBe('00000009')
})
