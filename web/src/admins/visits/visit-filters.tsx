import { funnelFields } from '@tba/events/funnels/views.ts'
import { useId, useState } from 'react'
import useSWR from 'swr'
import { NativeSelect } from '../../shell/native-select.tsx'
import { consoleCall } from '../console-call.ts'
import { FilterChips } from '../parts/filter-chips.tsx'
import { useFilters, useTypedFilter } from '../parts/filters.ts'
import { PeriodMenu } from '../parts/menus.tsx'
import { momentIn, momentName } from '../parts/rome-time.ts'
import { pathOfPage, sitePaths } from './site-map.ts'
import { devices } from './words.tsx'
import '../history/history.css'

/** As the call names them, and the address. */
const filterNames = ['from', 'to', 'page', 'referrer', 'device', 'converted', 'bots'] as const
type FilterName = (typeof filterNames)[number]

/** The filters of the list, and the query that asks for what they let through. */
export function useVisitFilters() {
  const filters = useFilters()
  const chosen = filterNames.flatMap(name => {
    const text = filters.of(name)
    const value = name === 'from' || name === 'to' ? momentIn(text) : text
    return value === '' ? [] : [[name, value] as const]
  })
  const query = new URLSearchParams(chosen.map(([name, value]) => [name, value])).toString()
  return {
    ...filters,
    chosen,
    query,
    isFiltered: chosen.length > 0,
    clearAll: () => filters.clear(filterNames),
  }
}

type VisitFilterState = ReturnType<typeof useVisitFilters>

const all = (label: string) => ({ value: '', label })
const options = {
  device: [all('Ogni dispositivo'), ...Object.entries(devices).map(([value, label]) => ({ value, label }))],
  converted: [
    all('Ogni esito'),
    { value: 'true', label: 'Con un esito' },
    { value: 'false', label: 'Senza esito' },
  ],
  bots: [
    all('Anche i robot'),
    { value: 'false', label: 'Senza robot' },
    { value: 'only', label: 'Solo robot' },
  ],
}
type Choice = keyof typeof options
const choiceNames: Record<Choice, string> = { device: 'Dispositivo', converted: 'Esito', bots: 'Robot' }

const labelIn = (name: Choice) => (value: string) =>
  options[name].find(option => option.value === value)?.label ?? value
const asItIs = (value: string) => value

const chips: Record<FilterName, { name: string; value: (value: string) => string }> = {
  from: { name: 'Dal', value: momentName },
  to: { name: 'Prima del', value: momentName },
  page: { name: 'Pagina', value: asItIs },
  referrer: { name: 'Provenienza', value: asItIs },
  device: { name: 'Dispositivo', value: labelIn('device') },
  converted: { name: 'Esito', value: labelIn('converted') },
  bots: { name: 'Robot', value: labelIn('bots') },
}

/** One line above the list: what it is narrowed to, and below it each filter to be taken off. */
export function VisitFilters({ filters }: { filters: VisitFilterState }) {
  return (
    <search className="visit-filters">
      <TextFilter name="page" label="Pagina, come /strategies" filters={filters} />
      <TextFilter name="referrer" label="Sito di provenienza" filters={filters} />
      {(Object.keys(options) as Choice[]).map(name => (
        <NativeSelect
          key={name}
          aria-label={choiceNames[name]}
          options={options[name]}
          value={filters.of(name)}
          onChange={event => filters.set(name, event.target.value)}
        />
      ))}
      <PeriodMenu filters={filters} />
      <FilterChips
        chips={filters.chosen.map(([name, value]) => ({
          ...{ key: name, name: chips[name].name, value: chips[name].value(value) },
          remove: () => filters.set(name, ''),
        }))}
        clear={filters.clearAll}
      />
    </search>
  )
}

const siteOf = (referrer: string) => URL.parse(referrer)?.hostname.replace(/^www\./, '') ?? referrer

/** The values of the log, since only a whole value finds any visit. Without them one types. */
function useOfferedValues(name: 'page' | 'referrer', isAsked: boolean): string[] {
  const { data } = useSWR(
    isAsked ? '/api/admin/funnels/fields' : null,
    async (address: string) => funnelFields.parse(await consoleCall('GET', address)),
    { revalidateIfStale: false, shouldRetryOnError: false },
  )
  if (!isAsked) return []
  const valuesOf = (type: string, field: string): readonly string[] =>
    data?.types.find(each => each.type === type)?.fields.find(({ path }) => path === field)?.values ?? []
  const values =
    name === 'page'
      ? [...sitePaths, ...valuesOf('InteractionTracked', 'page').map(pathOfPage)]
      : valuesOf('VisitStarted', 'referrer').map(siteOf)
  return [...new Set(values)].sort()
}

type TextProps = { name: 'page' | 'referrer'; label: string; filters: VisitFilterState }

/** Narrows the list as one types, or chooses what is offered. */
function TextFilter({ name, label, filters }: TextProps) {
  const id = useId()
  const [typed, type] = useTypedFilter(filters, name)
  const [isReached, setReached] = useState(false)
  const values = useOfferedValues(name, isReached)
  return (
    <>
      <input
        type="search"
        list={id}
        onFocus={() => setReached(true)}
        className="text-filter"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={2_048}
        autoComplete="off"
        spellCheck={false}
        onChange={event => type(event.target.value)}
      />
      <datalist id={id}>
        {values.map(value => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  )
}
