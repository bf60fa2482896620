import type { InsteadView } from '@tba/events/funnels/views.ts'
import { eventName } from '../parts/event-kind.tsx'
import { valueName } from './words.ts'

type Next = InsteadView['next'][number]
export type InsteadRow = { name: string; count: number; share: number }

/** A page without our own origin, and without its query: campaigns would make many of one. */
function placeOf({ field, value }: Next['where'][number]): string {
  if (field !== 'page') return valueName(field, value)
  const path = value.startsWith(`${location.origin}/`) ? value.slice(location.origin.length) : value
  return path.replace(/\?.*$/s, '') || '/'
}

const nameOf = ({ event, where }: Next) =>
  event === null ? 'Nient’altro' : [eventName(event), ...where.map(placeOf)].join(' · ')

/** What they did next, the same only once, the most frequent first. Each of them did one thing next: their numbers add up. */
export function foldedNext({ next, count: all }: Pick<InsteadView, 'next' | 'count'>): InsteadRow[] {
  const counts = new Map<string, number>()
  for (const row of next) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + row.count)
  return [...counts]
    .map(([name, count]) => ({ name, count, share: all > 0 ? (count / all) * 100 : 0 }))
    .sort((one, other) => other.count - one.count)
}
