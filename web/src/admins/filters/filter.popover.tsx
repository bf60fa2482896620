import { CheckIcon } from '@radix-ui/react-icons'
import {
  type Filter,
  type FilterField,
  fieldChoices,
  filterFields,
  filterOps,
  visitFields,
} from '@tba/events/filters/filter.ts'
import { breakdownNames, noValue, operatorNames } from '@tba/events/filters/words.ts'
import { trendResult } from '@tba/events/trends/views.ts'
import { Command } from 'cmdk'
import { useState } from 'react'
import useSWR from 'swr'
import { count } from '../../components/format.ts'
import { matches } from '../../components/matches.ts'
import { askQuestion } from '../api/long-questions.ts'
import { ButtonPopover, type PopoverState } from '../parts/filters/button-popover.tsx'
import { FilterButton, Select } from '../parts/filters/controls.tsx'
import { isOfVisits, type Level, valueName } from './words.ts'

type Value = Filter['values'][number]
type Offered = { value: Value; label: string; detail?: string }

/** The most frequent values in the visits of the last 90 days. Fields with few values need no question. */
function useOffered(field: FilterField | null): Offered[] {
  const known = field ? fieldChoices[field] : []
  const { data, error } = useSWR(known ? null : ['values', field], async () => {
    const asked = { series: [{ event: 'VisitStarted' }], count: 'visits', interval: 'month', period: '90d' }
    const answer = await askQuestion('/api/admin/trends/run', JSON.stringify({ ...asked, breakdown: field }))
    return trendResult.parse(answer).series[0]?.groups ?? []
  })
  // Enter must not take «without a value» because it came first.
  if (!field || !(known || data || error)) return []
  const found: Offered[] = known
    ? known.map(value => ({ value, label: valueName(field, value) }))
    : (data ?? []).map(({ value, total }) => ({
        value,
        label: valueName(field, value),
        detail: `${count(total ?? 0)} ${total === 1 ? 'visita' : 'visite'}`,
      }))
  return [...found.filter(({ value }) => value !== null), { value: null, label: noValue }]
}

type FilterEditorProps = {
  filters: readonly Filter[]
  /** Null: a new one. */
  at: number | null
  level: Level
  set: (filters: Filter[]) => void
}

type Props = PopoverState & FilterEditorProps

/** A choice counts at once. Escape closes, Backspace in the empty field takes the last value away. */
export default function FilterPopover({ filters, at, level, set, ...opened }: Props) {
  return (
    <ButtonPopover {...opened} className="filter-menu filter-editor" label="Filtro">
      <Editor filters={filters} at={at} level={level} set={set} close={() => opened.setOpen(false)} />
    </ButtonPopover>
  )
}

function Editor({ filters, at, level, set, close }: FilterEditorProps & { close: () => void }) {
  const [place] = useState(at ?? filters.length)
  const [draft, setDraft] = useState<Filter | null>(filters[place] ?? null)
  const [text, setText] = useState('')
  const offered = useOffered(draft?.field ?? null)
  const fields = isOfVisits(level) ? visitFields : filterFields
  const fieldOptions = fields.map(value => ({ value, label: breakdownNames[value] }))

  /** Without a value it is not one yet. */
  function put(next: Filter) {
    setDraft(next)
    setText('')
    if (next.values.length > 0) set(filters.toSpliced(place, 1, next))
  }
  const begin = (field: FilterField) => put({ field, op: 'is', values: [] })
  if (!draft)
    return (
      <Command label="Campo" shouldFilter={false} vimBindings={false} loop>
        <Command.Input placeholder="Filtra per…" value={text} onValueChange={setText} maxLength={200} />
        <Command.List label="Campi">
          {fieldOptions
            .filter(({ label }) => matches(label, text))
            .map(({ value, label }) => (
              <Command.Item key={value} value={value} onSelect={() => begin(value)}>
                <span>{label}</span>
              </Command.Item>
            ))}
        </Command.List>
      </Command>
    )

  const { field, op, values } = draft
  function toggle(value: Value) {
    const next = values.includes(value) ? values.filter(each => each !== value) : [...values, value]
    put({ field, op, values: next })
    if (next.length > 0 || !filters[place]) return
    close()
    set(filters.toSpliced(place, 1))
  }
  function compare(next: Filter['op']) {
    const choices = next === 'contains' ? undefined : fieldChoices[field]
    const isAllowed = (value: Value) =>
      value === null ? next !== 'contains' : choices?.includes(value) !== false
    put({ field, op: next, values: values.filter(isAllowed) })
  }
  const listed: Offered[] = [
    ...values
      .filter(value => !offered.some(each => each.value === value))
      .map(value => ({ value, label: valueName(field, value) })),
    ...(op === 'contains' ? offered.filter(({ value }) => value !== null) : offered),
  ].filter(({ label }) => matches(label, text))
  const typed = text.trim()
  const isFixed = op !== 'contains' && fieldChoices[field] !== undefined
  const canType = typed !== '' && !isFixed
  const own =
    canType && !listed.some(({ value }) => value === typed) ? [{ value: typed, label: `«${typed}»` }] : []
  // Enter takes the first one: a part of a text as it is typed, else a value that is known.
  const all: Offered[] = op === 'contains' ? [...own, ...listed] : [...listed, ...own]
  return (
    <>
      <div className="filter-line filter-heading">
        <Select aria-label="Campo" options={fieldOptions} value={field} choose={begin} />
        <Select
          aria-label="Confronto"
          options={filterOps.map(value => ({ value, label: operatorNames[value] }))}
          value={op}
          choose={compare}
        />
      </div>
      <Command label="Valori" shouldFilter={false} vimBindings={false} loop>
        <Command.Input
          autoFocus
          placeholder="Scegli, o scrivi un valore…"
          value={text}
          onValueChange={setText}
          maxLength={2_048}
          onKeyDown={({ key }) => {
            const last = values.at(-1)
            if (key === 'Backspace' && text === '' && last !== undefined) toggle(last)
          }}
        />
        <Command.List label="Valori: scelte">
          {all.length === 0 && (
            <p className="filter-none">
              {isFixed ? 'Nessun valore così.' : 'Niente da offrire: scrivi il valore.'}
            </p>
          )}
          {all.map(({ value, label, detail }) => (
            <Command.Item
              key={String(JSON.stringify(value))}
              value={String(JSON.stringify(value))}
              data-chosen={values.includes(value)}
              onSelect={() => toggle(value)}
            >
              <span>{label}</span>
              {detail && <span className="mono">{detail}</span>}
              {values.includes(value) && <CheckIcon aria-label="scelto" />}
            </Command.Item>
          ))}
        </Command.List>
      </Command>
      <p className="filter-foot">
        <span className="quiet small">
          {op === 'isNot' ? 'Resta anche chi non ha un valore.' : 'Più valori: ne basta uno.'}
        </span>
        <FilterButton onClick={close}>Fatto</FilterButton>
      </p>
    </>
  )
}
