import { visitFilterLabels } from '@tba/events/field-names.ts'
import { valueNames } from '@tba/events/value-names.ts'
import { useId, useState } from 'react'
import { FilterRow, useFiltered } from '../filters/filter-row.tsx'
import { useFunnelFields } from '../funnels/funnels-data.ts'
import { FilterSelect, SearchField } from '../parts/filters/controls.tsx'
import { useFilters, useTypedFilter } from '../parts/filters/filters.ts'
import { FilterChips } from '../parts/page/filter-chips.tsx'
import { outcomeWords, robotWords, troubledWords } from '../parts/page/filter-words.ts'
import { periodWriter, readPeriod } from '../parts/time/period.ts'
import { PeriodPicker } from '../parts/time/period-picker.tsx'
import { SavedViews } from '../views/saved-views.tsx'
import { pathOfPage, sitePaths } from './player/site-map.ts'

/** The filters in the address, and the query for the API. */
export function useVisitFilters() {
  const filters = useFilters()
  const filtered = useFiltered(filters)
  const { picked, parameters } = readPeriod(filters.get)
  const chosen = [...Object.entries(filtered.parameters), ...parameters]
  const defaultBots = filters.get('bots') === '' ? 'false' : ''
  return {
    ...filters,
    filtered,
    picked,
    period: parameters,
    address: filters.queryOf(filterNames, chosen),
    query: filters.queryOf(filterNames, [...chosen, ['bots', defaultBots]]),
    isFiltered: chosen.length > 0 || filters.queryOf(filterNames) !== '',
    clearAll: () => filters.clear(filterNames),
  }
}

type VisitFilterState = ReturnType<typeof useVisitFilters>

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const options: Readonly<Record<string, { value: string; label: string }[]>> = {
  device: [{ value: '', label: 'Ogni dispositivo' }, ...optionsOf(valueNames.device)],
  converted: [{ value: '', label: 'Ogni esito' }, ...optionsOf(outcomeWords)],
  troubled: [{ value: '', label: 'Con o senza problemi' }, ...optionsOf(troubledWords)],
  bots: optionsOf(robotWords),
}

/** Also those of the API, and of the address. */
const filterNames = Object.keys(visitFilterLabels).filter(name => name !== 'period')

export const VisitFilters = ({ filters }: { filters: VisitFilterState }) => (
  <search className="visit-filters">
    <TextFilter name="page" filters={filters} />
    <TextFilter name="referrer" filters={filters} />
    {(['device', 'converted', 'troubled', 'bots'] as const).map(name => (
      <FilterSelect
        key={name}
        filters={filters}
        name={name}
        label={visitFilterLabels[name]}
        options={options[name] ?? []}
      />
    ))}
    <PeriodPicker picked={filters.picked} pick={periodWriter(filters)} none="Sempre" />
    <SavedViews screen="visits" />
    <FilterRow level="visit" {...filters.filtered.row}>
      <FilterChips filters={filters} names={filterNames} clear={filters.clearAll} />
    </FilterRow>
  </search>
)

const hostOf = (referrer: string) => URL.parse(referrer)?.hostname.replace(/^www\./, '') ?? referrer

/** `type`: the events that have such values. `suggestions`: values that are always offered. */
const textFilters = {
  page: {
    label: 'Pagina, come /strategies',
    suggestions: sitePaths,
    type: 'InteractionTracked',
    shorten: pathOfPage,
  },
  referrer: { label: 'Sito di provenienza', suggestions: [], type: 'VisitStarted', shorten: hostOf },
}

/** Only whole values match: offers those of the log. */
function TextFilter({ name, filters }: { name: keyof typeof textFilters; filters: VisitFilterState }) {
  const id = useId()
  const { label, suggestions, type, shorten } = textFilters[name]
  const [typed, setTyped] = useTypedFilter(filters, name)
  const [wasFocused, setFocused] = useState(false)
  const { data } = useFunnelFields(wasFocused)
  const fields = data?.types.find(each => each.type === type)?.fields
  const loggedValues = fields?.find(({ path }) => path === name)?.values ?? []
  return (
    <>
      <SearchField
        label={label}
        list={id}
        onFocus={() => setFocused(true)}
        value={typed}
        maxLength={2_048}
        search={setTyped}
      />
      <datalist id={id}>
        {[...new Set([...suggestions, ...loggedValues.map(shorten)])].sort().map(value => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  )
}
