import { idOf, streams } from '@tba/events/streams.ts'
import type { EventOf } from '../../engine/projection.ts'
import type { PromiseDeps } from '../promises.ts'
import { addressOf, customerOf } from '../who.ts'
import { because } from './because.ts'
import { eraseSubmissions } from './erase-submissions.ts'

type Deps = Pick<PromiseDeps, 'log' | 'store'>

/**
 * An administrator, who has made sure that the address is theirs, was asked to erase a person: their account, if there
 * is one, and what they submitted. What follows from that is promised by the events that this appends.
 */
export async function eraseAddress({ log, store }: Deps, event: EventOf<'ErasureRequested'>): Promise<void> {
  const { heldBy } = await addressOf(log, event.stream, event.position)
  if (heldBy) {
    const stream = streams.account(heldBy)
    const customer = await customerOf(log, stream)
    if (customer && !customer.erasedBy) {
      const expected = customer.revision
      await log.append(stream, [{ type: 'AccountErased', data: {} }], { expected, context: because(event) })
    }
  }
  await eraseSubmissions({ log, store }, idOf(event.stream), event)
}
