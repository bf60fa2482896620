import { eventWords } from '@tba/events/event-words.ts'
import { isKeyOf } from '@tba/events/keys.ts'
import {
  interactionFilter,
  interactionTypeOf,
  interactionTypes,
} from '@tba/events/tracking/interaction-type.ts'
import type { Choice } from '../filters/filter-menu.popover.tsx'
import { trackedName } from './labels.ts'

/** Unknown types stay: a newer build may have written them. */
export function eventName(type: string): string {
  const interaction = interactionTypeOf(type)
  if (interaction !== null) return trackedName(interaction)
  return isKeyOf(eventWords, type) ? eventWords[type].name : type
}

/** Interaction types, as event types of their own. */
export const interactionChoices: readonly Choice[] = interactionTypes.map(interaction => ({
  value: interactionFilter(interaction),
  label: trackedName(interaction),
  detail: interaction,
}))
export const stepInteractionChoices = interactionChoices.filter(({ detail }) => detail !== 'banner_click')

export const eventChoices: readonly Choice[] = Object.keys(eventWords)
  .map(type => ({ value: type, label: eventName(type), detail: type }))
  .sort((one, other) => one.label.localeCompare(other.label, 'it'))

/** The type is on hover. */
export const EventName = ({ type }: { type: string }) => <span title={type}>{eventName(type)}</span>
