import type { JsonObject, Position } from '@tba/event-store/port.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { kindsOf, streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { FunnelUnits } from './funnel-units.ts'

const definition: FunnelDefinition = {
  ...{ by: 'customer', windowSeconds: 60, from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' },
  steps: [{ event: 'AccountRegistered' }, { event: 'PlanActivated' }],
}

test('of a visit that two customers shared, what either of them did there is both’s, and what names no visit one’s', () => {
  const units = new FunnelUnits(definition, { isOver: () => false })
  let at = 0
  const take = (stream: string, type: string, data: JsonObject, visitId: string | null) =>
    units.take({ stream, type, data, metadata: { visitId }, position: `${++at}` as Position })
  take('account-a', 'AccountRegistered', { userId: 1 }, 'v')
  take('account-b', 'AccountRegistered', { userId: 2 }, 'v')
  const shared = take('setup-b', 'PlanActivated', { plan: 'elite' }, 'v')
  const own = take('setup-b', 'PlanActivated', { plan: 'elite' }, null)
  units.settle()
  const [first, second] = [units.accounts.of('a'), units.accounts.of('b')]
  expect(units.unitsOf(shared.owner, shared.visit).toSorted()).toEqual([first, second])
  expect(units.unitsOf(own.owner, own.visit)).toEqual([second])
})

test.each(kindsOf('customer'))('what stands in a customer’s stream of the kind %s is theirs', kind => {
  const units = new FunnelUnits(definition, { isOver: () => false })
  const data = { [streams[kind].accountIn ?? 'plan']: 'a' }
  const place = { type: 'any', metadata: {}, position: '1' as Position }
  expect(units.take({ stream: streams[kind]('a'), data, ...place }).owner).toBe(units.accounts.of('a'))
})
