import type { EventStore, JsonObject, Position, StoredEvent } from '@tba/event-store/port.ts'
import { origin } from '@tba/event-store/position.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { readableMark } from '../job-tables.ts'
import { RetryLater } from '../policy.ts'

/** The stream of a lead, a questionnaire, or a recipient of letters. */
export type Submission = { stream: string; kind: 'lead' | 'questionnaire' | 'reportLetter' }

const kinds = new Map<string, Submission['kind']>([
  ['LeadSubmitted', 'lead'],
  ['QuestionnaireSubmitted', 'questionnaire'],
  ['ReportLetterOrdered', 'reportLetter'],
])
export const submissionTypes: readonly string[] = [...kinds.keys()]

/** Stores submissions by the keyed hash of their address, which is not sealed. */
export async function indexSubmissions(pool: DatabasePool, events: readonly StoredEvent[]): Promise<void> {
  const found = events.flatMap(({ stream, type, data }) => {
    const hash = kinds.has(type) ? hashIn(data) : undefined
    return typeof hash === 'string' ? [[stream, hash]] : []
  })
  if (found.length === 0) return
  await pool.query(sql.unsafe`
    insert into jobs.submissions (stream, email_hash)
    select * from ${sql.unnest(found, ['text', 'text'])} as given on conflict (stream) do nothing`)
}

export async function forgetSubmission(pool: DatabasePool, stream: string): Promise<void> {
  await pool.query(sql.unsafe`delete from jobs.submissions where stream = ${stream}`)
}

type Submitter = { emailHash: string; before: Position }

/** The submissions of an address before a position: from the index, and the log after it. @throws {RetryLater} nothing is indexed */
export async function* submissionsOf(
  { store, pool }: { store: EventStore; pool: DatabasePool },
  { emailHash, before }: Submitter,
): AsyncGenerator<Submission> {
  // Read the mark first: a submission may then be found twice, but none is missed.
  const indexed = await readableMark({ store, pool }, 'indexed')
  if (indexed === origin) throw new RetryLater('submissions are not indexed yet')
  for (const stream of await indexedStreams(pool, emailHash))
    for await (const event of store.read(stream)) yield* submissionIn(event, { emailHash, before })
  if (indexed >= before) return
  for await (const event of store.readAll({ types: submissionTypes, after: indexed })) {
    if (event.position >= before) return
    yield* submissionIn(event, { emailHash, before })
  }
}

function* submissionIn({ stream, type, data, position }: StoredEvent, { emailHash, before }: Submitter) {
  const kind = kinds.get(type)
  if (kind && position < before && hashIn(data) === emailHash) yield { stream, kind }
}

/** A damaged event may have no hash. */
const hashIn = (data: JsonObject | null) => data?.emailHash

async function indexedStreams(pool: DatabasePool, emailHash: string): Promise<readonly string[]> {
  const row = sql.type(z.object({ stream: z.string() }))
  const rows = await pool.any(row`select stream from jobs.submissions where email_hash = ${emailHash}`)
  return rows.map(({ stream }) => stream)
}
