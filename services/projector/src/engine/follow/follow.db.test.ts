import { streams } from '@tba/events/streams.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'
import { clientInTest } from '@tba/testing/with-client.ts'
import { users } from '../../accounts/users.projection.ts'
import { fixture } from '../../testing/fixtures.ts'
import { tally } from '../../testing/tally/tally.projection.ts'
import { caughtUp, runningProjector, world } from '../../testing/world.ts'
import type { Written } from './follow.ts'

const accountId = 'aaaaaaaa-0000-4000-8000-000000000001'
const chosen = { type: 'ConsentChosen', data: { choice: 'all' } } as const
const registered = fixture('AccountRegistered', { userId: 1 })

test('no transaction takes more events or rows than its limit, even with a backlog', async () => {
  const it = await world()
  for (let visit = 0; visit < 5; visit += 1)
    await it.append(streams.visit(`v${visit}`), ...Array(100).fill(chosen))
  const written: Written[] = []
  const batchSize = { start: 16, min: 16, max: 16, targetMs: 100 }
  const projector = await it.start({ projections: [tally], batchSize, onBatch: batch => written.push(batch) })
  // A build folded the existing events. The new ones are followed.
  await projector.ready
  await it.append(streams.visit('live'), ...Array(100).fill(chosen))
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
  await expect.poll(() => sum(written.map(batch => batch.eventCount))).toBe(100)
  expect(Math.max(...written.map(batch => batch.eventCount))).toBe(16)
  expect(Math.max(...written.map(batch => batch.changeCount))).toBe(16)
  expect(await it.rows('select sum(count)::int from read.tallies')).toEqual([{ sum: 600 }])
})

test('while keys are read and data opened, the projector has no open transaction', async () => {
  const it = await world()
  const asked = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  onTestFinished(() => gate.resolve())
  const slow: Keyring = {
    ...it.keyring,
    async opening(persons) {
      asked.resolve()
      await gate.promise
      return it.keyring.opening(persons)
    },
  }
  const projector = await it.start({ projections: [users], log: eventLog(it.store, slow) })
  await projector.ready
  await it.append(streams.account(accountId), registered)
  await asked.promise
  const open = `select application_name, state from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`
  // A transaction that waits for the keys would stay open.
  await expect.poll(() => it.rows(open)).toEqual([])
  gate.resolve()
  await caughtUp(projector)
  expect(await it.rows('select id from read.users')).toEqual([{ id: 1 }])
})

test('announces every step with its projections', async () => {
  const { projector, ...it } = await runningProjector({ projections: [users, tally] })
  const listener = await clientInTest(it.connectionString)
  const told: unknown[] = []
  listener.on('notification', ({ payload }) => told.push(JSON.parse(payload ?? '')))
  await listener.query('listen projected')
  const { position } = await it.append(streams.visit('v'), chosen)
  await expect.poll(() => told).toContainEqual({ position, projections: ['users', 'tally'] })
})

test('a position without an event of interest is also reached, without a later event', async () => {
  const { projector, ...it } = await runningProjector({ projections: [tally] })
  const { position } = await it.append(streams.email('hash'), { type: 'EmailClaimed', data: { accountId } })
  await expect.poll(() => projector.lag()).toMatchObject([{ position }])
})

test('a connection lost between two batches is replaced without an error', async () => {
  const { projector, ...it } = await runningProjector({ projections: [tally] })
  await it.append(streams.visit('v'), chosen)
  await caughtUp(projector)
  const backends = `from pg_stat_activity where datname = current_database() and application_name = 'projector'`
  // A batch is announced after its commit. Until then it is running.
  const announced = `select pid ${backends} and state = 'idle' and query like '%pg_notify%'`
  await expect.poll(() => it.rows(announced)).toHaveLength(1)
  expect(await it.rows(`select pg_terminate_backend(pid) as ended ${backends}`)).toEqual([{ ended: true }])
  await expect.poll(() => it.rows(`select pid ${backends}`)).toEqual([])
  await it.append(streams.visit('v'), chosen)
  await caughtUp(projector)
  expect(await it.rows('select count from read.tallies')).toEqual([{ count: 2 }])
  expect(it.errors).toEqual([])
})
