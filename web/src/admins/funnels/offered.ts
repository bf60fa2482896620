import { eventTypes, fieldsOf } from '@tba/events/funnels/fields.ts'
import type { FunnelFields } from '@tba/events/funnels/views.ts'
import { eventName } from '../parts/event-kind.tsx'
import type { Choice } from '../parts/filter-menu.popover.tsx'
import { fieldName, valueName } from './words.ts'

export type Kind = 'text' | 'number' | 'boolean'
type Seen = FunnelFields['types'][number]
type OfferedField = { path: string; kind: Kind; values: readonly string[] }

/** What may be chosen: all types of events, those first of which the log holds some; fields, and their frequent values. */
export function offered(seen: FunnelFields | undefined) {
  const types = new Map(seen?.types.map(type => [type.type, type]))

  function fields(event: string): OfferedField[] {
    const known: Seen['fields'] = types.get(event)?.fields ?? []
    const paths = new Set(known.map(({ path }) => path))
    const others = fieldsOf(event).filter(({ path }) => !paths.has(path))
    return [
      ...known,
      ...others.map(({ path, kind, choices }) => ({ path, kind: kind as Kind, values: choices })),
    ]
  }
  return {
    events(): Choice[] {
      const all = eventTypes.map(type => ({ value: type, label: eventName(type), detail: type }))
      const isUnseen = ({ value }: Choice) => Number(types.size > 0 && !types.has(value))
      return all.sort(
        (one, other) => isUnseen(one) - isUnseen(other) || one.label.localeCompare(other.label, 'it'),
      )
    },
    fields: (event: string): Choice[] =>
      fields(event).map(({ path }) => ({ value: path, label: fieldName(path), detail: path })),
    values: (event: string, field: string): Choice[] =>
      (fields(event).find(({ path }) => path === field)?.values ?? []).map(value => {
        const label = valueName(field, value)
        return { value, label, ...(label.toLowerCase() !== value.toLowerCase() && { detail: value }) }
      }),
    kind: (event: string, field: string): Kind =>
      fields(event).find(({ path }) => path === field)?.kind ?? 'text',
  }
}

export type Offered = ReturnType<typeof offered>
