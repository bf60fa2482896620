import type { EventStore } from '@tba/event-store/port.ts'
import type { EventLog, RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { because } from './because.ts'
import { type Submission, submissionsOf } from './submissions.ts'

type Deps = { log: EventLog; store: EventStore }

/** Everything that an address submitted before this event: what it submits afterwards is a new consent. */
export async function eraseSubmissions({ log, store }: Deps, emailHash: string, cause: RecordedEvent) {
  const before = cause.position
  for await (const submission of submissionsOf(store, { emailHash, before })) {
    await eraseOnce({ log, store }, submission, cause)
  }
}

/** @throws {RevisionConflict} where somebody else is at it: the job comes back */
async function eraseOnce({ log, store }: Deps, { stream, kind }: Submission, cause: RecordedEvent) {
  const erased = kind === 'lead' ? 'LeadErased' : 'QuestionnaireErased'
  let revision = -1
  for await (const event of store.read(stream)) {
    if (event.type === erased) return
    revision = event.revision
  }
  await log.append(stream, [{ type: erased, data: {} }], { expected: revision, context: because(cause) })
}
