import { isKeyOf } from '@tba/events/keys.ts'
import { categoryOf, idOf } from '@tba/events/streams.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { loadUntil } from '@tba/runtime/commands/load.ts'
import { workThrough } from '@tba/runtime/jobs/work-through.ts'
import { type RecordedEvent, systemContext } from '@tba/runtime/log/event-log.ts'
import type { EventOf } from '../../engine/projection.ts'
import type { PolicyDeps } from '../deps.ts'
import { type Submission, submissionsOf } from './submissions.ts'

type Deps = Pick<PolicyDeps, 'log' | 'store' | 'pool'>

/**
 * Erases a person by address, on an administrator's request after an identity check: the account, if any, and earlier
 * submissions. Later submissions are a new consent. The policies of the recorded events do the rest.
 * @throws if something could not be erased, such as an unreadable lead; the others are erased
 */
export async function eraseAddress({ log, store, pool }: Deps, event: EventOf<'ErasureRequested'>) {
  const emailHash = idOf(event.stream)
  const before = event.position
  const executing = { log, context: systemContext(event) }
  const { state: address } = await loadUntil({ log, category: 'email', id: emailHash }, { before })
  // Refused if it is already erased, or nobody registered with this claim.
  if (address.heldBy) await execute(executing, address.heldBy, { type: 'EraseAccount' })
  await eraseSubmissions({ log, store, pool }, emailHash, event)
}

/** Erases what was sent with this address before the event. @throws as above */
export async function eraseSubmissions({ log, store, pool }: Deps, emailHash: string, event: RecordedEvent) {
  const submitted = submissionsOf({ store, pool }, { emailHash, before: event.position })
  await workThrough(submitted, ({ stream, kind }) =>
    execute({ log, context: systemContext(event) }, idOf(stream), { type: eraseOf[kind] }),
  )
}

/** Erases the chosen parts that the request itself, if it was cut short, did not erase. */
export async function eraseParts(
  { log, store, keyring }: Pick<PolicyDeps, 'log' | 'store' | 'keyring'>,
  event: EventOf<'PartsErasureOrdered'>,
) {
  for await (const order of store.read(event.stream)) await keyring.willErase(order)
  const executing = { log, context: systemContext(event) }
  for (const stream of event.data.streams) {
    const kind = categoryOf(stream)
    if (kind && isKeyOf(eraseOf, kind)) await execute(executing, idOf(stream), { type: eraseOf[kind] })
  }
}

type Erasable = Submission['kind'] | 'account'
type Erasure = 'EraseAccount' | 'EraseLead' | 'EraseQuestionnaire' | 'EraseReportLetter'
const eraseOf: Record<Erasable, Erasure> = {
  account: 'EraseAccount',
  lead: 'EraseLead',
  questionnaire: 'EraseQuestionnaire',
  reportLetter: 'EraseReportLetter',
}
