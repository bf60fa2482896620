import { otherBranches, type PathNode } from '@tba/events/paths/views.ts'
import { plan as plans } from '@tba/events/setup/plans.ts'
import { planName } from '../../content/plans.ts'
import { eventName } from '../parts/event-kind.tsx'
import { trackedName } from '../parts/labels.ts'
import { stepNames } from '../people/words.ts'

type Named = Pick<PathNode, 'event' | 'where' | 'name'>

/** A step in Italian: its kind, and what tells it from others of that kind. */
export function stepName(
  { event, where, name }: Named,
  direction: 'next' | 'previous',
): { kind: string; detail: string | null } {
  if (event === null)
    return { kind: direction === 'next' ? 'Fine della visita' : 'Inizio della visita', detail: null }
  if (event === otherBranches) return { kind: 'Altri passi', detail: null }
  const tracked = where.find(({ field }) => field === 'eventType' || field === 'eventName')?.value
  if (!tracked) return { kind: eventName(event), detail: name === null ? null : (words.get(name) ?? name) }
  return { kind: trackedName(String(tracked)), detail: name }
}

/** What facts say by words of the log. */
const words = new Map<string, string>([
  ...plans.options.map(plan => [plan, planName(plan)] as const),
  ...Object.entries(stepNames),
  ['all', 'Accettato'],
  ['none', 'Rifiutato'],
])
