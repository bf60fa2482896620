import type { HistoryEvent } from '@tba/events/history/views.ts'
import { countedBy } from '../../tests/http/funnels/oracle.ts'
import type { Check, CopyEvidence } from './evidence.ts'

/** Each copy holds the events of the log, and counts like the oracle of the tests. */
export const copiesEqualLog: Check = ({ copies }) => copies.flatMap(findingsOf)

function findingsOf({ name, ids, totals, funnels, shown }: CopyEvidence): string[] {
  const [there, expected] = [new Set(ids), new Set(shown.map(({ id }) => id))]
  const missing = [...expected].filter(id => !there.has(id)).length
  const ghosts = [...there].filter(id => !expected.has(id)).length
  const found: string[] = []
  if (missing > 0) found.push(`the copy of ${name} lacks ${missing} events of the log`)
  if (ghosts > 0) found.push(`the copy of ${name} has ${ghosts} events that the log does not hold`)
  if (ids.length > there.size) found.push(`the copy of ${name} has events twice`)
  const counted = totalsOf(shown)
  if (JSON.stringify(totals) !== JSON.stringify(counted))
    found.push(`the overview of ${name} says ${JSON.stringify(totals)}, and not ${JSON.stringify(counted)}`)
  for (const [at, { definition, counts }] of funnels.entries()) {
    const steps = countedBy(shown, definition).steps.map(({ count }) => count)
    if (steps.join() !== counts.join())
      found.push(`the funnel ${at + 1} of ${name} counts ${counts.join(', ')}, and not ${steps.join(', ')}`)
  }
  return found
}

/** All that was recorded, robots too. A view that is tracked twice counts once. */
function totalsOf(shown: readonly HistoryEvent[]): CopyEvidence['totals'] {
  const ofType = (type: string) => shown.filter(event => event.type === type).length
  const visits = shown.flatMap(({ stream, visitId }) =>
    stream.startsWith('visit-') ? [stream.slice('visit-'.length)] : (visitId ?? []),
  )
  return {
    visits: new Set(visits).size,
    pageViews: shown.filter(
      ({ type, data }) => type === 'InteractionTracked' && data.eventType === 'page_view',
    ).length,
    leads: ofType('LeadSubmitted'),
    questionnaires: ofType('QuestionnaireSubmitted'),
    registrations: ofType('AccountRegistered'),
  }
}
