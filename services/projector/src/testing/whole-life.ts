import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { eventsIn, shapeOf } from '@tba/events/registry.ts'
import { streams } from '@tba/events/streams.ts'
import type { EventToRecord } from '@tba/runtime/log/event-log.ts'
import type { World } from './world.ts'

const fixtures = new URL('../../../../packages/events/fixtures/', import.meta.url)

const context = { actor: 'test', correlationId: 'test', causationId: 'test', visitId: 'session_life' }

type Customer = { accountId: string; userId: number }

/** An event as it was shipped, of this customer's where it names one. */
function shipped(type: string, { accountId, userId }: Customer) {
  const { schema, version } = shapeOf(type)
  const data = JSON.parse(readFileSync(new URL(`${type}.v${version}.json`, fixtures), 'utf8'))
  if ('accountId' in schema.shape) data.accountId = accountId
  if ('userId' in schema.shape) data.userId = userId
  return { type, data } as EventToRecord
}

/**
 * Everything that the registry knows happens to a customer, but for their erasure: in the stream of their own, or in
 * one of another name where the event names them.
 */
export async function liveWholeLife({ log }: World, customer: Customer): Promise<void> {
  for (const [kind, events] of Object.entries(eventsIn)) {
    const nameOf = streams[kind as keyof typeof streams] as (id: string) => string
    for (const [type, { schema }] of Object.entries(events)) {
      if (type === 'AccountErased') continue
      const stream = nameOf('accountId' in schema.shape ? randomUUID() : customer.accountId)
      await log.append(stream, [shipped(type, customer)], { expected: 'any', context })
    }
  }
}
