import { idOf } from '@tba/events/streams.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { loadUntil } from '@tba/runtime/commands/load.ts'
import type { EventOf } from '../../engine/projection.ts'
import type { PolicyDeps } from '../deps.ts'
import { causedBy } from './caused-by.ts'
import { eraseSubmissions } from './erase-submissions.ts'

type Deps = Pick<PolicyDeps, 'log' | 'store' | 'pool'>

/**
 * An administrator, who has made sure that the address is theirs, was asked to erase a person: their account, if there
 * is one, and what they submitted. What follows from that is done by the policies of the events that this records.
 */
export async function eraseAddress(
  { log, store, pool }: Deps,
  event: EventOf<'ErasureRequested'>,
): Promise<void> {
  const emailHash = idOf(event.stream)
  const before = event.position
  const { state: address } = await loadUntil({ log, kind: 'email', id: emailHash }, { before })
  // Refused where it is erased already, or nobody ever registered under this claim.
  if (address.heldBy) {
    await execute({ log, context: causedBy(event) }, address.heldBy, { type: 'EraseAccount' })
  }
  await eraseSubmissions({ log, store, pool }, emailHash, event)
}
