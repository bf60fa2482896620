import { openEventStore } from '@tba/event-store/open.ts'
import { restored } from '@tba/event-store/postgres/testing/harness.ts'
import { streams } from '@tba/events/streams.ts'
import { users } from '../../accounts/users.projection.ts'
import { fixture } from '../../testing/fixtures.ts'
import { spiedStore } from '../../testing/spied-store.ts'
import { tally } from '../../testing/tally/tally.projection.ts'
import { caughtUp, runningProjector } from '../../testing/world.ts'
import { lagSecondsOf } from './lag.ts'

const projections = [users, tally]
const chosen = { type: 'ConsentChosen', data: { choice: 'all' } } as const
const registered = fixture('AccountRegistered', { userId: 1 })

/** Tables that no projector follows. */
async function abandoned() {
  const { projector, ...it } = await runningProjector({ projections })
  await it.append(streams.visit('v'), chosen)
  await caughtUp(projector)
  await projector.stop()
  return it
}

test('measures the lag with at most a hundred events, for any length of the log', async () => {
  const it = await abandoned()
  await it.append(streams.visit('v'), chosen)
  const spied = spiedStore(it.store)
  const lag = () => lagSecondsOf({ pool: it.pool, store: spied.store }, projections)
  await expect.poll(async () => (await lag()).tally).toBeGreaterThan(0)
  expect((await lag()).users).toBe(0)
  await it.append(streams.visit('v'), ...Array(100).fill(chosen))
  await it.append(streams.account(crypto.randomUUID()), registered)
  await expect.poll(async () => (await lag()).users).toBeGreaterThan(0)
  const looks = spied.readAll.mock.calls.map(([options]) => options)
  expect(looks.filter(({ types, limit = 1_000 } = {}) => types || limit > 100)).toEqual([])
})

test('tables from before a restore lag by the age of the whole log', async () => {
  const it = await abandoned()
  await restored(it.connectionString)
  const store = await openEventStore({ url: it.connectionString })
  onTestFinished(() => store.close())
  const lag = await lagSecondsOf({ pool: it.pool, store }, projections)
  expect(lag).toEqual({ users: 0, tally: expect.any(Number) })
  expect(lag.tally).toBeGreaterThan(0)
})
