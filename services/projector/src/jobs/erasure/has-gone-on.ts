import type { EventStore, Position } from '@tba/event-store/port.ts'
import { emailEvents } from '@tba/events/accounts/events.ts'
import { deciders } from '@tba/events/commands.ts'
import { registry } from '@tba/events/registry.ts'
import { streams } from '@tba/events/streams.ts'

/**
 * Every kind of stream that may bear an account's id, whatever is in it: all that anything is decided on but the
 * account's own, which takes nothing after its end. A visit's id is its browser's to choose, and nothing in it is a
 * customer's.
 */
const { account: _, ...others } = deciders
const named = (Object.keys(others) as (keyof typeof others)[]).map(
  kind => streams[kind] as (id: string) => string,
)

/** And every type of event that names its account. An address's do too: it is given back after the account's end. */
export const naming = Object.entries(registry)
  .filter(([type, { schema }]) => 'accountId' in schema.shape && !Object.hasOwn(emailEvents, type))
  .map(([type]) => type)

/** Whether anything of an account but its own stream went on after this position. */
export async function hasGoneOn(store: EventStore, accountId: string, after: Position): Promise<boolean> {
  for (const nameOf of named) {
    for await (const last of store.read(nameOf(accountId), { direction: 'backwards', limit: 1 })) {
      if (last.position > after) return true
    }
  }
  for await (const { data } of store.readAll({ types: naming, after })) {
    if (data.accountId === accountId) return true
  }
  return false
}
