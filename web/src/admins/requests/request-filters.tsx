import { plan } from '@tba/events/setup/plans.ts'
import { planName } from '../../content/plans.ts'
import { usePermission } from '../api/token.ts'
import {
  FilterButton,
  FilterSelect,
  SearchField,
  TextButton,
  TypedField,
} from '../parts/filters/controls.tsx'
import { type Filters, useTypedFilter } from '../parts/filters/filters.ts'
import { daysName } from '../parts/time/rome-time.ts'
import { restMs } from '../people/people.list.tsx'
import { useOwners } from './requests-data.ts'
import { kindNames, stateNames, type View, viewNames } from './words.tsx'

/** Besides the view. The last three are those of a number of «Da richiesta a cliente». */
export const filterNames = ['q', 'state', 'owner', 'kind', 'plan', 'source', 'from', 'to', 'reached'] as const
const counted = filterNames.slice(-3)

const options = (none: string, names: Readonly<Record<string, string>>) => [
  { value: '', label: none },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
]
const states = options('Ogni stato', stateNames)
const kinds = options('Contatti e questionari', kindNames)
const plans = options('Ogni piano', Object.fromEntries(plan.options.map(each => [each, planName(each)])))
const owners = options('Ogni responsabile', { none: 'Nessuno' })

type Props = { filters: Filters; view: View }

export const Views = ({ filters, view }: Props) => (
  <fieldset className="request-views" aria-label="Vista">
    {Object.entries(viewNames).map(([of, name]) => (
      <FilterButton
        key={of}
        aria-pressed={of === view}
        data-chosen={of === view}
        onClick={() => filters.setAll({ view: of === 'today' ? '' : of, owner: '' }, { push: true })}
      >
        {name}
      </FilterButton>
    ))}
  </fieldset>
)

const reachedWords: Readonly<Record<string, string>> = {
  contacted: ', contattate in un giorno',
  registered: ', poi registrati',
  activated: ', poi con un piano',
}

const countedWords = ({ get }: Filters) =>
  `${daysName({ from: get('from'), to: get('to') })}${reachedWords[get('reached')] ?? ''}`

export function RequestFilters({ filters, view }: Props) {
  // Who rings back may be in no other view.
  const set = (_: string, q: string) => filters.setAll(q === '' ? { q } : { q, view: 'all' })
  const [typed, setTyped] = useTypedFilter({ get: filters.get, set }, 'q', restMs)
  const accounts = useOwners()
  return (
    <search className="filter-line">
      {usePermission('see-persons') && (
        <SearchField
          label="Cerca per nome, email o telefono"
          value={typed}
          maxLength={200}
          search={setTyped}
        />
      )}
      <FilterSelect filters={filters} name="state" label="Stato" options={states} />
      {view !== 'mine' && (
        <FilterSelect
          filters={filters}
          name="owner"
          label="Responsabile"
          options={[...owners, ...accounts]}
        />
      )}
      <FilterSelect filters={filters} name="kind" label="Tipo" options={kinds} />
      <FilterSelect filters={filters} name="plan" label="Piano" options={plans} />
      <TypedField
        className="text-filter request-source"
        aria-label="Sorgente"
        placeholder="Sorgente"
        maxLength={200}
        value={filters.get('source')}
        onCommit={source => filters.set('source', source.trim())}
      />
      {counted.some(name => filters.get(name)) && (
        <TextButton onClick={() => filters.clear(counted)}>{`${countedWords(filters)}: togli`}</TextButton>
      )}
    </search>
  )
}
