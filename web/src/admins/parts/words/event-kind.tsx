import type { EventType } from '@tba/events/registry.ts'
import { kindFilter, trackedKindOf, trackedKinds } from '@tba/events/tracking/tracked-kind.ts'
import { eventWords } from '../../../content/event-words.ts'
import type { Choice } from '../filters/filter-menu.popover.tsx'
import { trackedName } from './labels.ts'

/** Unknown types stay: a newer build may have written them. */
export function eventName(type: string): string {
  const kind = trackedKindOf(type)
  if (kind !== null) return trackedName(kind)
  return Object.hasOwn(eventWords, type) ? eventWords[type as EventType].name : type
}

/** Tracked kinds, as event types of their own. */
export const kindChoices: readonly Choice[] = trackedKinds.map(kind => ({
  ...{ value: kindFilter(kind), label: trackedName(kind), detail: kind },
}))
export const stepKindChoices = kindChoices.filter(({ detail }) => detail !== 'banner_click')

export const eventChoices: readonly Choice[] = Object.keys(eventWords)
  .map(type => ({ value: type, label: eventName(type), detail: type }))
  .sort((one, other) => one.label.localeCompare(other.label, 'it'))

/** The type is on hover. */
export const EventKind = ({ type }: { type: string }) => <span title={type}>{eventName(type)}</span>
