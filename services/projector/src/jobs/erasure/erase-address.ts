import { idOf } from '@tba/events/streams.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { loadUntil } from '@tba/runtime/commands/load.ts'
import { systemContext } from '@tba/runtime/log/event-log.ts'
import type { EventOf } from '../../engine/projection.ts'
import type { PolicyDeps } from '../deps.ts'
import { submissionsOf } from './submissions.ts'

type Deps = Pick<PolicyDeps, 'log' | 'store' | 'pool'>

/**
 * An administrator, who has made sure that the address is theirs, was asked to erase a person: their account, if there
 * is one, and what they submitted before: what they submit afterwards is a new consent. What follows from that is done by
 * the policies of the events that this records.
 * @throws where something could not be erased, such as a lead that this build cannot read; the others are
 */
export async function eraseAddress(
  { log, store, pool }: Deps,
  event: EventOf<'ErasureRequested'>,
): Promise<void> {
  const emailHash = idOf(event.stream)
  const before = event.position
  const executing = { log, context: systemContext(event) }
  const { state: address } = await loadUntil({ log, kind: 'email', id: emailHash }, { before })
  // Refused where it is erased already, or nobody ever registered under this claim.
  if (address.heldBy) await execute(executing, address.heldBy, { type: 'EraseAccount' })
  const failures: unknown[] = []
  for await (const { stream, kind } of submissionsOf({ store, pool }, { emailHash, before })) {
    const command = { type: kind === 'lead' ? 'EraseLead' : 'EraseQuestionnaire' } as const
    await execute(executing, idOf(stream), command).catch(error => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
