import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { expect, test } from 'vitest'
import { definition, funnelWorld, seen, visited } from '../testing/funnel-world.ts'
import { eventually } from '../testing/world.ts'
import { funnelLineOf, isAsCounted, verifyFunnels } from './verify-funnels.ts'

test('a count that was tampered with is found, whatever of it was, and one that is as the log says is said to be', async () => {
  const it = await funnelWorld()
  const byDevice: FunnelDefinition = { ...definition, breakdown: 'device' }
  const id = await it.save(byDevice)
  const keeper = it.keep()
  await it.kept(id, byDevice)
  for (const [visit, seconds] of Object.entries({ a: 10, b: 31, c: 9 })) {
    await it.tell(`visit-${visit}`, visited('Mozilla/5.0 (Windows NT 10.0) Chrome/120'))
    await it.tell(`visit-${visit}`, seen('/'))
    await it.tell(`visit-${visit}`, seen('/prezzi'), { seconds })
  }
  await it.kept(id, byDevice)
  await keeper.stop()
  const verified = async () => {
    const [finding] = await verifyFunnels(it)
    if (!finding) throw new Error('a funnel is saved')
    return { isAsCounted: isAsCounted(finding), line: funnelLineOf(finding) }
  }
  const head = await it.store.head()
  const same = { isAsCounted: true, line: `same    saved funnel "Prova": 3 → 3 → 0 units (at ${head})` }
  expect(await verified()).toEqual(same)
  // How far it is stays as it is while more comes.
  await it.tell('visit-d', seen('/'))
  await eventually(async () => expect(await it.rows('select 1 from read.history_events')).toHaveLength(11))
  expect(await verified()).toEqual(same)

  const whole = `"group" = (select id from funnels.groups where is_whole)`
  const damage = [
    [
      `funnels.steps set units = units + $`,
      `step = 2 and ${whole}`,
      '3 → 4 → 0 units, 3 → 3 → 0 by the log (at',
    ],
    [`funnels.steps set median = median + $`, `step = 2 and ${whole}`, '3 → 3 → 0 by the log; times, values'],
    [`funnels.groups set value = value || $`, 'not is_whole', '3 → 3 → 0 by the log; times, values'],
  ] as const
  for (const [change, where, said] of damage) {
    const [undo, by] = change.includes('value') ? [`left(value, -1)`, `'x'`] : [null, '1']
    await it.rows(`update ${change.replace('$', by)} where ${where} returning 1`)
    const { isAsCounted, line } = await verified()
    expect([isAsCounted, line]).toEqual([false, expect.stringContaining(said)])
    const back = undo ? `funnels.groups set value = ${undo}` : change.replace('+ $', '- 1')
    await it.rows(`update ${back} where ${where} returning 1`)
    expect(await verified()).toEqual(same)
  }
  await it.rows(
    `update funnels.times set times = '\\x01'::bytea || substr(times, 2) where ${whole} returning 1`,
  )
  expect((await verified()).isAsCounted).toBe(false)

  await it.rows('update funnels.keeping set counted = null returning 1')
  const notYet = {
    isAsCounted: true,
    line: 'not yet saved funnel "Prova": nothing is kept of it now that could be compared',
  }
  expect(await verified()).toEqual(notYet)
  await it.rows(`do $$ begin execute 'drop schema funnels cascade'; end $$`)
  expect(await verified()).toEqual(notYet)
})
