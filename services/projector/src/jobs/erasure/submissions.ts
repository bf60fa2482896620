import type { EventStore, Position } from '@tba/event-store/port.ts'

/** The stream of a lead or a questionnaire. */
export type Submission = { stream: string; kind: 'lead' | 'questionnaire' }

const types = ['LeadSubmitted', 'QuestionnaireSubmitted']

/**
 * What an address submitted before a position. Reads everything that was ever submitted, and compares the keyed hash,
 * which is not sealed.
 */
export async function* submissionsOf(
  store: EventStore,
  { emailHash, before }: { emailHash: string; before: Position },
): AsyncGenerator<Submission> {
  for await (const { stream, type, data, position } of store.readAll({ types })) {
    if (position >= before) return
    if (data.emailHash !== emailHash) continue
    yield { stream, kind: type === 'LeadSubmitted' ? 'lead' : 'questionnaire' }
  }
}
