import type { EventType } from '@tba/events/registry.ts'
import { eventWords } from '../../content/event-words.ts'
import type { Choice } from './filter-menu.popover.tsx'

/** A type of a newer build has no name here, and is shown as it is. */
export const eventName = (type: string): string =>
  Object.hasOwn(eventWords, type) ? eventWords[type as EventType].name : type

/** Every type of event, by its Italian name. */
export const eventChoices: readonly Choice[] = Object.keys(eventWords)
  .map(type => ({ value: type, label: eventName(type), detail: type }))
  .sort((one, other) => one.label.localeCompare(other.label, 'it'))

/** The event in Italian; its type, by which one searches, on hover. */
export const EventKind = ({ type }: { type: string }) => <span title={type}>{eventName(type)}</span>
