import { randomUUID } from 'node:crypto'
import { type EventType, eventsByCategory, shapeOf } from '@tba/events/registry.ts'
import { streams } from '@tba/events/streams.ts'
import type { EventToRecord } from '@tba/runtime/log/event-log.ts'
import { fixture } from './fixtures.ts'
import type { World } from './world.ts'

const context = { actor: 'test', correlationId: 'test', causationId: 'test', visitId: 'session_life' }

type Customer = { accountId: string; userId: number }

/** The event as shipped, for this customer. */
function fixtureFor({ accountId, userId }: Customer, type: string) {
  const { schema } = shapeOf(type)
  const ids = {
    ...('accountId' in schema.shape && { accountId }),
    ...('userId' in schema.shape && { userId }),
  }
  return fixture(type as EventType, ids) as EventToRecord
}

/**
 * Records every event that can happen to a customer, except the erasure: in their own streams, or in other streams if the
 * event names them.
 */
export async function recordCustomerHistory({ log }: World, customer: Customer): Promise<void> {
  for (const [category, events] of Object.entries(eventsByCategory)) {
    const nameOf = streams[category as keyof typeof streams] as (id: string) => string
    for (const [type, { schema }] of Object.entries(events)) {
      if (type === 'AccountErased') continue
      const stream = nameOf('accountId' in schema.shape ? randomUUID() : customer.accountId)
      await log.append(stream, [fixtureFor(customer, type)], { expected: 'any', context })
    }
  }
}
