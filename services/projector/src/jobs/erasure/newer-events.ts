import type { EventStore, Position } from '@tba/event-store/port.ts'
import { emailEvents } from '@tba/events/accounts/events.ts'
import { deciders } from '@tba/events/commands.ts'
import { registry } from '@tba/events/registry.ts'
import { streams } from '@tba/events/streams.ts'
import { NotYet } from '../policy.ts'

/**
 * The kinds of streams that may be named by an account's id: all that have a decider, but for the account's own, which
 * takes no events after its erasure. Visits are not among them: browsers choose their ids, and nothing in them is
 * personal.
 */
const { account: _, ...others } = deciders
const named = (Object.keys(others) as (keyof typeof others)[]).map(
  kind => streams[kind] as (id: string) => string,
)

/** The types of events that name an account in their data, but for those of an address, which is released later. */
export const naming = Object.entries(registry)
  .filter(([type, { schema }]) => 'accountId' in schema.shape && !Object.hasOwn(emailEvents, type))
  .map(([type]) => type)

const waitAtMostMs = 2_000

/**
 * Whether anything about an account was recorded after this position, outside of its own stream. What is still under way
 * is waited for: once the key is gone, nobody would look again.
 * @throws {NotYet}
 */
export async function hasNewerEvents(
  store: EventStore,
  accountId: string,
  after: Position,
): Promise<boolean> {
  if (!(await store.settled(waitAtMostMs))) throw new NotYet('an append to the log is still under way')
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
