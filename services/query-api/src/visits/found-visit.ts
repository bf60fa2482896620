import type { VisitRow } from '@tba/events/visits/views.ts'
import { agentOf } from '@tba/runtime/visits/agent.ts'
import { referrerHost } from '@tba/runtime/visits/referrer.ts'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { isoUtc } from '../column.ts'

/** A visit as its table has it. */
export const foundVisit = z.object({
  id: z.string(),
  firstAt: z.string(),
  lastAt: z.string(),
  userAgent: z.string().nullable(),
  referrer: z.string().nullable(),
  consent: z.enum(['all', 'none']).nullable(),
  wrote: z.boolean(),
  answered: z.boolean(),
  registered: z.boolean(),
})
export type FoundVisit = z.infer<typeof foundVisit>

/** Of `v`, a visit. */
export const foundColumns = (): FragmentSqlToken => sql.fragment`
  v."sessionId" as id, ${isoUtc('firstAt')}, ${isoUtc('lastAt')}, v."userAgent",
  coalesce(v.referrer, v."laterReferrer") as referrer, v.consent, v."leadAt" is not null as wrote,
  v."questionnaireAt" is not null as answered, v."registeredAt" is not null as registered`

export const hostOf = ({ referrer }: Pick<FoundVisit, 'referrer'>) => referrerHost(referrer)

/** `namedAt`: when the last event that only names the visit was recorded. */
export type Counted = Pick<VisitRow, 'events' | 'pages'> & { namedAt: string | null }

/** What was tracked, and the events of other streams that name the visit. */
export function shownVisit(found: FoundVisit, { events, pages, namedAt }: Counted): VisitRow {
  const { id, firstAt, consent } = found
  const lastAt = namedAt !== null && namedAt > found.lastAt ? namedAt : found.lastAt
  const [referrer, outcome] = [hostOf(found), outcomeOf(found)]
  return { id, firstAt, lastAt, events, pages, ...agentOf(found.userAgent), referrer, consent, outcome }
}

function outcomeOf({ wrote, answered, registered }: FoundVisit): VisitRow['outcome'] {
  if (registered) return 'registered'
  if (answered) return 'questionnaire'
  return wrote ? 'lead' : null
}
