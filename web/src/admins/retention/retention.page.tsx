import { filterFields } from '@tba/events/filters/filter.ts'
import { breakdownNames } from '@tba/events/filters/words.ts'
import { retentionResult } from '@tba/events/retention/views.ts'
import { z } from 'zod'
import { onDemand, useLazyPart } from '../../components/on-demand.ts'
import { useQuestion } from '../api/reads.ts'
import { FilterRow } from '../filters/filter-row.tsx'
import { groupName } from '../filters/words.ts'
import { Conditions } from '../funnels/builder/condition.editor.tsx'
import { useFunnelFields } from '../funnels/funnels-data.ts'
import { downloadCsv } from '../parts/csv.ts'
import { FilterButton, FilterSelect, Select } from '../parts/filters/controls.tsx'
import { useFilters } from '../parts/filters/filters.ts'
import { Cautions } from '../parts/page/cautions.tsx'
import { CountingRules, CountingTitle, EventChoice } from '../parts/page/page-title.tsx'
import { AnswerState } from '../parts/page/view-state.tsx'
import { periodWriter } from '../parts/time/period.ts'
import { PeriodPicker } from '../parts/time/period-picker.tsx'
import { eventName, stepInteractionChoices } from '../parts/words/event-name.tsx'
import { type PickedCell, rowsOfTables } from './cohorts.ts'
import { HeatTable } from './heat.table.tsx'
import { useRetentionAddress } from './retention-address.ts'
import '../funnels/builder/builder.css'
import '../parts/lists/data-table.css'
import './retention.css'

const options = {
  by: [
    { value: 'customer', label: 'Per cliente' },
    { value: 'person', label: 'Per persona' },
    { value: 'visit', label: 'Per visita' },
  ],
  unit: [
    { value: 'week', label: 'Settimane' },
    { value: 'day', label: 'Giorni' },
    { value: 'month', label: 'Mesi' },
  ],
  mode: [
    { value: 'in', label: 'In quell’intervallo' },
    { value: 'onOrAfter', label: 'In o dopo' },
  ],
  first: [
    { value: 'ever', label: 'Al primo ingresso di sempre' },
    { value: 'each', label: 'A ogni ingresso' },
  ],
  planAt: [
    { value: 'entry', label: 'Piano all’ingresso' },
    { value: 'return', label: 'Piano al ritorno' },
  ],
}
const breakdowns = [
  { value: '', label: 'Senza suddivisione' },
  ...filterFields.map(value => ({ value, label: `Per ${breakdownNames[value].toLowerCase()}` })),
]

const rules = [
  'Chi entra è nella coorte dell’intervallo del suo ingresso, a Roma: un giorno, una settimana da lunedì a domenica, o un mese. Al primo di sempre: se quello cade nel periodo. A ogni ingresso: in ogni intervallo in cui entra.',
  'Nella colonna n sta chi ha fatto l’azione n intervalli dopo, dall’ingresso in poi nell’ordine del registro: una volta o cento, conta uno. «In o dopo»: in quello o in uno più tardi. Dove ingresso e azione sono lo stesso evento, vale anche il primo.',
  'Di un cliente valgono gli eventi dell’account, della configurazione e delle sessioni, e quelli delle visite legate a lui con il consenso.',
  'Per persona, contatti, questionari e account sotto lo stesso indirizzo sono uno solo, e così chi un amministratore ha unito.',
  'Il piano è l’ultimo scelto fino all’ingresso, o fino all’ultima azione dell’intervallo contato: allora ogni gruppo ha per base tutta la coorte. Un altro campo è della prima visita; chi ha più valori conta in ognuno.',
  'Chi ha cancellato l’account resta nel conto. Vuota: l’intervallo non è ancora cominciato. Grigie: meno di 20 nella coorte.',
]

const path = '/api/admin/retention'
const unitsDrawer = onDemand(() => import('./retention-units.drawer.tsx'))

export default function RetentionPage() {
  const address = useFilters()
  const asked = useRetentionAddress()
  const { filters, definition, unit, by, breakdown, picked, steps } = asked
  const { data: logFields } = useFunnelFields()
  const answer = useQuestion(`${path}/run`, definition, retentionResult, { keepPreviousData: true })
  const view = answer.error ? undefined : answer.data?.view
  const isOrLater = definition.mode === 'onOrAfter'
  const nameOf = (value: string | null) => (breakdown ? groupName(breakdown, value) : '')
  const groups = view?.groups?.map(({ value, cohorts }) => ({ name: nameOf(value), value, cohorts })) ?? []
  const tables = view ? [{ name: null, value: undefined, cohorts: view.cohorts }, ...groups] : []
  /** `<start>.<index>`, or `<start>` for all of it; and of which group. */
  const cell = readCell(address.get('cell'))
  const close = () => address.set('cell', '')
  const UnitsDrawer = useLazyPart(unitsDrawer, cell !== null, close)
  const save = () =>
    downloadCsv(
      'fidelizzazione.csv',
      rowsOfTables(unit, options.by.find(({ value }) => value === by)?.label ?? by, tables),
    )
  return (
    <main className="console counting retention-page">
      <CountingTitle title="Fidelizzazione" answer={answer}>
        Di chi entra in ogni intervallo, quanti tornano in quelli dopo.
      </CountingTitle>
      <search className="filter-line">
        {(['cohort', 'action'] as const).map(name => (
          <fieldset
            key={name}
            className="retention-step"
            aria-label={name === 'cohort' ? 'Ingresso' : 'Ritorno'}
          >
            <EventChoice
              name={name === 'cohort' ? 'Entra con' : 'Torna con'}
              chosen={asked.chosen(name)}
              kinds={stepInteractionChoices}
              choose={type => asked.choose(name, type)}
            />
            <Conditions
              {...steps[name]}
              logFields={logFields}
              set={where => asked.setWhere(name, where)}
              step={null}
            />
          </fieldset>
        ))}
        <FilterSelect filters={filters} name="by" label="Si conta" options={options.by} />
        <FilterSelect filters={filters} name="unit" label="Intervalli" options={options.unit} />
        <FilterSelect filters={filters} name="mode" label="Conta chi torna" options={options.mode} />
        <FilterSelect filters={filters} name="first" label="Ingresso che vale" options={options.first} />
        <Select
          id="breakdown"
          aria-label="Suddivisione"
          options={breakdowns}
          value={breakdown}
          choose={asked.divide}
        />
        {breakdown === 'plan' && (
          <FilterSelect filters={filters} name="planAt" label="Piano di quando" options={options.planAt} />
        )}
        <PeriodPicker picked={picked} pick={periodWriter(filters)} none="Ultimi intervalli" />
        {view && view.cohorts.length > 0 && <FilterButton onClick={save}>Esporta in CSV</FilterButton>}
        <FilterRow level={by} {...asked.filtered.row} />
      </search>
      <Cautions
        period={view}
        amounts={view?.cohorts.map(({ size }) => size)}
        open={view && view.cohorts.length > 0 && 'Tratteggiato: l’intervallo in corso.'}
        unplaced={view?.unplaced}
        joined={view?.joined}
      />
      {!view ? (
        <AnswerState answer={answer} />
      ) : view.cohorts.length === 0 ? (
        <p className="list-empty">
          In questo periodo nessuno è entrato con «<span>{eventName(asked.chosen('cohort'))}</span>». Qui
          starebbe una riga per ogni intervallo, con quanti tornano in quelli dopo: scegli un altro ingresso o
          un periodo più lungo.
        </p>
      ) : (
        <>
          {tables.map(({ name, value, cohorts }) => (
            <figure key={name === null ? '' : JSON.stringify([value])} className="heat-figure">
              {groups.length > 0 && <h2>{name ?? 'Tutti'}</h2>}
              <HeatTable
                by={by}
                unit={unit}
                isOrLater={isOrLater}
                cohorts={cohorts}
                caption={`Chi torna: ${eventName(asked.chosen('action'))} dopo ${eventName(asked.chosen('cohort'))}${name ? `, ${name}` : ''}`}
                open={opened =>
                  address.set('cell', JSON.stringify(value === undefined ? [opened] : [opened, value]), {
                    push: true,
                  })
                }
              />
            </figure>
          ))}
          {view.otherValues !== undefined && (
            <p className="quiet small">{`Altri ${view.otherValues} valori, con meno, non si mostrano.`}</p>
          )}
        </>
      )}
      <CountingRules rules={rules} />
      {UnitsDrawer && cell && view && (
        <UnitsDrawer
          key={address.get('cell')}
          definition={{ ...definition, ...(view.position && { asOf: view.position }) }}
          at={cell}
          group={cell.value === undefined ? null : nameOf(cell.value)}
          close={close}
        />
      )}
    </main>
  )
}

const cell = z.array(z.string().nullish())

/** Null: none is open, or it cannot be read. */
function readCell(text: string): PickedCell | null {
  try {
    const [place, value] = cell.parse(JSON.parse(text))
    const [, start = '', index] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)(?:\.(\d+))?$/.exec(place ?? '') ?? []
    if (Number.isNaN(Date.parse(start))) return null
    return { start, ...(index && { index: Number(index) }), ...(value !== undefined && { value }) }
  } catch {
    return null
  }
}
