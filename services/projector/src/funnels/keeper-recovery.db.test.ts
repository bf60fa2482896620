import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { nameKey } from '@tba/runtime/history/row-keys.ts'
import { beforeEach, expect, test } from 'vitest'
import { history } from '../history/history.projection.ts'
import {
  consented,
  countsOf,
  definition,
  type FunnelWorld,
  funnelWorld,
  lead,
  seen,
} from '../testing/funnel-world.ts'
import { eventually } from '../testing/world.ts'
import { rowsAtMost } from './parts.ts'

let it: FunnelWorld
beforeEach(async () => {
  it = await funnelWorld()
})

test('another definition is counted from the beginning, and of a deleted funnel nothing is left', async () => {
  const id = await it.save(definition)
  it.keep()
  await it.tell('visit-a', seen('/'))
  await it.kept(id, definition)
  const changed: FunnelDefinition = { ...definition, steps: definition.steps.slice(0, 2).toReversed() }
  await it.append(`funnel-${id}`, { type: 'FunnelChanged', data: { name: 'Prova', definition: changed } })
  await it.tell('visit-a', seen('/prezzi'))
  await eventually(async () => expect(countsOf(await it.kept(id, changed))).toEqual([1, 0]))
  await it.append(`funnel-${id}`, { type: 'FunnelDeleted', data: {} })
  await eventually(async () => expect(await it.rows('select 1 from funnels.keeping')).toEqual([]))
  await eventually(async () => expect(await it.rows('select 1 from funnels.times')).toEqual([]))
})

test('two instances count once, and whoever is killed in the middle leaves nothing half counted', async () => {
  const id = await it.save(definition)
  it.keep()
  it.keep()
  for (let at = 0; at < 60; at++) {
    await it.tell(`visit-${at % 20}`, seen(['/', '/prezzi'][at % 2] ?? '/'), { seconds: at })
    if (at % 15 === 7)
      await it.rows(`select pg_terminate_backend(pid)::text from pg_stat_activity
        where datname = current_database() and application_name in ('projector', 'projector leader funnels')`)
  }
  // What is told of the kills may come late.
  const errors = Number.POSITIVE_INFINITY
  const kept = await it.kept(id, definition, { errors })
  const other = await it.save(definition)
  expect(kept).toEqual(await it.kept(other, definition, { errors }))
})

test('a funnel with a visit that is too much to be kept is given up and rests, and an hour later is tried again', async () => {
  const id = await it.save(definition)
  await it.tell('visit-a', seen('/'))
  it.keep()
  await it.kept(id, definition)
  const events = `history_v${history.version}.history_events`
  await it.rows(`insert into ${events}
    select lpad(to_hex(n), 32, '0')::uuid, '2026-01-05', ${nameKey('visit-a')}, 1, 0, 0
    from generate_series(1, ${rowsAtMost}) n`)
  await it.tell('visit-a', seen('/prezzi'), { seconds: 1 })
  const keeping = () =>
    it.rows('select counted, counting, given_up_at is not null as "isGivenUp" from funnels.keeping')
  const nothing = { counted: null, counting: null }
  await eventually(async () => expect(await keeping()).toEqual([{ ...nothing, isGivenUp: true }]))
  expect(it.errors).toMatchObject([{ err: { name: 'TooManyRows' }, funnel: id }])
  const other = await it.save({ ...definition, windowSeconds: 60, by: 'customer' })
  await it.kept(other, { ...definition, by: 'customer' }, { errors: 1 })
  expect(await keeping()).toContainEqual({ ...nothing, isGivenUp: true })
  expect(it.errors).toHaveLength(1)

  await it.rows(`delete from ${events} where position <= lpad(to_hex(${rowsAtMost}), 32, '0')::uuid`)
  await it.rows(`update funnels.keeping set given_up_at = given_up_at - interval '61 minutes'`)
  expect(countsOf(await it.kept(id, definition, { errors: 1 }))).toEqual([1, 1, 0])
  await eventually(async () =>
    expect((await keeping()).map(({ isGivenUp }) => isGivenUp)).toEqual([false, false]),
  )
})

test('a funnel that cannot be counted on keeps no other back, and stands where it stood', async () => {
  const asking: FunnelDefinition = {
    ...definition,
    steps: [
      { event: 'ConsentChosen' },
      { event: 'LeadSubmitted', where: [{ field: 'depositEuro', op: 'gt', value: 1 }] },
    ],
  }
  const simple: FunnelDefinition = {
    ...definition,
    steps: [{ event: 'ConsentChosen' }, { event: 'LeadSubmitted' }],
  }
  await it.tell('visit-a', consented)
  const [broken, other] = [await it.save(asking), await it.save(simple)]
  const readAt = async () => Promise.reject(new Error('the log answers nothing'))
  it.keep({ store: { readAt } })
  expect(countsOf(await it.kept(broken, asking))).toEqual([1, 0])
  expect(countsOf(await it.kept(other, simple))).toEqual([1, 0])
  await it.tell('lead-a', lead(3_000), { visitId: 'a', seconds: 3 })
  expect(countsOf(await it.kept(other, simple, { errors: 1 }))).toEqual([1, 1])
  expect(it.errors).toMatchObject([{ err: { message: 'the log answers nothing' }, funnel: broken }])
})
