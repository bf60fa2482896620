import { Cross2Icon } from '@radix-ui/react-icons'
import { NativeSelect } from '../../shell/native-select.tsx'
import { PeriodMenu } from '../parts/period-menu.tsx'
import { momentName } from '../parts/rome-time.ts'
import { TextFilter } from './text.filter.tsx'
import type { FilterName, VisitFilterState } from './use-visit-filters.ts'
import { devices } from './words.ts'
import '../history/history.css'

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
      <Chips filters={filters} />
    </search>
  )
}

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

function Chips({ filters }: { filters: VisitFilterState }) {
  if (!filters.isFiltered) return null
  return (
    <ul className="filter-chips" aria-label="Filtri scelti">
      {filters.chosen.map(([name, value]) => (
        <li key={name}>
          <button
            type="button"
            aria-label={`Togli il filtro ${chips[name].name}: ${chips[name].value(value)}`}
            onClick={() => filters.set(name, '')}
          >
            <span>{chips[name].name}</span> <strong>{chips[name].value(value)}</strong>
            <Cross2Icon aria-hidden width={12} height={12} />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="text-button" onClick={filters.clearAll}>
          Togli i filtri
        </button>
      </li>
    </ul>
  )
}
