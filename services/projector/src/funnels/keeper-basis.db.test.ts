import { randomUUID } from 'node:crypto'
import { openEventStore } from '@tba/event-store/open.ts'
import { restored } from '@tba/event-store/postgres/testing/restored.ts'
import { streams } from '@tba/events/streams.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { expect, onTestFinished, test } from 'vitest'
import { stand } from '../engine/leader.ts'
import { ask, readParked } from '../engine/parked.ts'
import type { Projection } from '../engine/projection.ts'
import { askRebuild } from '../engine/rebuilds.ts'
import { history } from '../history/history.projection.ts'
import { countsOf, definition, type FunnelWorld, funnelWorld, seen } from '../testing/funnel-world.ts'
import { eventually } from '../testing/world.ts'
import { funnels } from './funnels.projection.ts'

const poisoned = streams.visit('poisoned')

/** The history of a build that cannot take in one visit. */
function fragileHistory() {
  const bug = { isThere: true }
  const fragile: Projection = {
    ...history,
    every(event) {
      if (bug.isThere && event.stream === poisoned) throw new Error('broken')
      return history.every?.(event) ?? []
    },
  }
  return { bug, fragile }
}

/** What is counted on, with a number that only a count from the beginning mends. */
const damage = ({ rows }: FunnelWorld) =>
  rows('update funnels.steps set units = 42 where step = 1 returning 1')

test('a saved funnel is counted anew with whatever makes the history another: a retried stream, a rebuild, yesterday’s log', async () => {
  const { bug, fragile } = fragileHistory()
  const it = await funnelWorld([fragile, funnels])
  await it.tell('visit-a', seen('/'))
  const id = await it.save(definition)
  const yesterday = await it.store.head()
  const keeper = it.keep()
  await it.tell(poisoned, seen('/'))
  await it.tell(poisoned, seen('/prezzi'), { seconds: 4 })
  await eventually(async () => expect(await readParked(it.pool)).toHaveLength(1))
  it.errors.length = 0
  expect(countsOf(await it.kept(id, definition))).toEqual([1, 0, 0])
  bug.isThere = false
  await ask(it.pool, 'retry', {})
  const settled = (counts: number[]) =>
    eventually(async () => expect(countsOf(await it.kept(id, definition))).toEqual(counts))
  await settled([2, 1, 0])

  // The history is another with each event that is retried: a count may be replaced while it is damaged.
  await eventually(async () => {
    expect(await readParked(it.pool)).toEqual([])
    await damage(it)
    expect(countsOf(await it.kept(id, definition))).toEqual([42, 1, 0])
  })
  const position = (await it.store.head()) ?? yesterday
  if (!position) throw new Error('the log holds events')
  await askRebuild(it.pool, history.name, {
    ...{ id: randomUUID(), position, recordedAt: new Date().toISOString() },
  })
  await settled([2, 1, 0])

  await Promise.all([keeper.stop(), it.projector.stop()])
  const [, xid, number] = yesterday?.split('-') ?? []
  await it.rows(`delete from log.records where (xid::text::numeric, position) >
    (${BigInt(`0x${xid}`)}, ${BigInt(`0x${number}`)}) returning 1`)
  await restored(it.connectionString)
  const store = await openEventStore({ url: it.connectionString })
  onTestFinished(() => store.close())
  const projector = await it.start({
    projections: [history, funnels],
    ...{ store, log: eventLog(store, it.keyring) },
  })
  await projector.ready
  it.keep({ store })
  await eventually(async () => {
    const [keeping] = await it.rows('select position, counted from funnels.keeping')
    expect(keeping).toMatchObject({ position: await store.head(), counted: expect.anything() })
  })
  // What had been counted before is forgotten a little later.
  const counted = await it.rows(`
    select s.step::int, s.units::int from funnels.keeping k
    join funnels.groups g on g.count = k.counted join funnels.steps s on s."group" = g.id where s.units > 0`)
  expect(counted).toEqual([{ step: 1, units: 1 }])
})

test('whoever counts makes room for a build with another history, the newer one or the older, and counts on beside its own', async () => {
  const it = await funnelWorld([{ ...history, version: history.version - 1 }, funnels])
  const id = await it.save(definition)
  await it.tell('visit-a', seen('/'))
  const other = await stand({ connectionString: it.connectionString, applicationName: 'another build' })
  onTestFinished(() => other.resign())
  /** Whether another build could count. */
  const isFree = async () => {
    const [claimed] = await other.claim(['saved funnels'])
    if (claimed) await other.yield(claimed)
    return claimed !== undefined
  }
  it.keep()
  expect(await isFree()).toBe(true)
  const own = await it.start({ projections: [history, funnels] })
  await own.ready
  expect(countsOf(await it.kept(id, definition))).toEqual([1, 0, 0])
  expect(await isFree()).toBe(false)

  const newer = await it.start({ projections: [{ ...history, version: history.version + 1 }, funnels] })
  await newer.ready
  await eventually(async () => expect(await isFree()).toBe(true))
  const [left] = await it.rows('select counted, position from funnels.keeping')
  await it.tell('visit-b', seen('/'))
  const head = String(await it.store.head())
  await eventually(async () =>
    expect(
      await it.rows(
        `select 1 from projector.checkpoints where projection = 'history' and position >= '${head}'`,
      ),
    ).toHaveLength(1),
  )
  expect(await it.rows('select counted, position from funnels.keeping')).toEqual([left])
  expect(it.errors).toEqual([])
})
