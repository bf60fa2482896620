import { eventTypes } from '@tba/events/funnels/fields.ts'
import { eventName } from './event-kind.tsx'
import type { Choice } from './filter-choices.ts'
import { FilterMenu } from './filter-menu.tsx'

const types: readonly Choice[] = eventTypes
  .map(type => ({ value: type, label: eventName(type), detail: type }))
  .sort((one, other) => one.label.localeCompare(other.label, 'it'))

type Props = { name: string; chosen: string; choose: (type: string) => void }

/** One type of events, offered as one types. */
export const EventChoice = ({ name, chosen, choose }: Props) => (
  <FilterMenu
    name={`${name}: ${eventName(chosen)}`}
    hint="Cerca un evento…"
    choices={() => types}
    chosen={[chosen]}
    choose={choose}
  />
)
