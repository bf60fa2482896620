import type { EventStore } from '@tba/event-store/port.ts'
import { idOf } from '@tba/events/streams.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import type { EventLog, RecordedEvent } from '@tba/runtime/log/event-log.ts'
import type { DatabasePool } from 'slonik'
import { causedBy } from './caused-by.ts'
import { submissionsOf } from './submissions.ts'

type Deps = { log: EventLog; store: EventStore; pool: DatabasePool }

/**
 * Everything that an address submitted before this event: what it submits afterwards is a new consent.
 * @throws where some could not be erased, such as one that this build cannot read; the others are
 */
export async function eraseSubmissions({ log, store, pool }: Deps, emailHash: string, cause: RecordedEvent) {
  const context = causedBy(cause)
  const failures: unknown[] = []
  for await (const { stream, kind } of submissionsOf(
    { store, pool },
    { emailHash, before: cause.position },
  )) {
    const command = { type: kind === 'lead' ? 'EraseLead' : 'EraseQuestionnaire' } as const
    await execute({ log, context }, idOf(stream), command).catch(error => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
