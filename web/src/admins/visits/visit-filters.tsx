import { useId, useState } from 'react'
import { useFunnelFields } from '../funnels/funnels-data.ts'
import { FilterSelect, SearchField } from '../parts/filters/controls.tsx'
import { FilterChips } from '../parts/filters/filter-chips.tsx'
import { useFilters, useTypedFilter } from '../parts/filters/filters.ts'
import { periodWriter, readPeriod } from '../parts/time/period.ts'
import { PeriodPicker } from '../parts/time/period-picker.tsx'
import { devices, registeredWord, sourceWord, visitFilterLabels } from '../parts/words/labels.ts'
import { SavedViews } from '../views/saved-views.tsx'
import { pathOfPage, sitePaths } from './player/site-map.ts'

/** The filters in the address, and the query for the API. */
export function useVisitFilters() {
  const filters = useFilters()
  const { picked, parameters } = readPeriod(filters.of)
  const period = new URLSearchParams(parameters)
  const chosen = filters.queryOf(filterNames)
  const hidden = filters.of('bots') === '' ? 'bots=false' : ''
  return {
    ...filters,
    ...{ picked, period },
    query: [period.toString(), chosen, hidden].filter(Boolean).join('&'),
    isFiltered: period.size > 0 || chosen !== '',
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
    { value: 'false', label: 'Senza robot' },
    { value: 'true', label: 'Anche i robot' },
    { value: 'only', label: 'Solo robot' },
  ],
}
type Choice = keyof typeof options

const labelIn = (name: Choice) => (value: string) =>
  options[name].find(option => option.value === value)?.label ?? value

const words: Readonly<Record<string, (value: string) => string>> = {
  ...{ source: sourceWord, registered: registeredWord },
  ...{ device: labelIn('device'), converted: labelIn('converted'), bots: labelIn('bots') },
}
const { period: _, ...labels } = visitFilterLabels
const chips = Object.fromEntries(
  Object.entries(labels).map(([name, label]) => [name, [label, words[name] ?? String] as const]),
)
/** Also those of the API, and of the address. */
const filterNames = Object.keys(labels)

export function VisitFilters({ filters }: { filters: VisitFilterState }) {
  return (
    <search className="visit-filters">
      <TextFilter name="page" label="Pagina, come /strategies" filters={filters} />
      <TextFilter name="referrer" label="Sito di provenienza" filters={filters} />
      {(Object.keys(options) as Choice[]).map(name => (
        <FilterSelect key={name} {...{ filters, name }} label={labels[name]} options={options[name]} />
      ))}
      <PeriodPicker picked={filters.picked} pick={periodWriter(filters)} none="Sempre" />
      <SavedViews screen="visits" />
      <FilterChips filters={filters} names={chips} clear={filters.clearAll} />
    </search>
  )
}

const siteOf = (referrer: string) => URL.parse(referrer)?.hostname.replace(/^www\./, '') ?? referrer

/** Only whole values match: offers those of the log. */
function useOfferedValues(name: 'page' | 'referrer', isAsked: boolean): string[] {
  const { data } = useFunnelFields(isAsked)
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

function TextFilter({ name, label, filters }: TextProps) {
  const id = useId()
  const [typed, type] = useTypedFilter(filters, name)
  const [isReached, setReached] = useState(false)
  const values = useOfferedValues(name, isReached)
  return (
    <>
      <SearchField
        label={label}
        list={id}
        onFocus={() => setReached(true)}
        value={typed}
        maxLength={2_048}
        search={type}
      />
      <datalist id={id}>
        {values.map(value => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  )
}
