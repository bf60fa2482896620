import { noSource } from '@tba/events/overview/views.ts'
import type { Period } from '@tba/events/period.ts'
import { outcomesBy, type RequestOutcomes, requestOutcomes } from '@tba/events/requests/views.ts'
import { Link } from 'react-router-dom'
import { count, percent } from '../../components/format.ts'
import { alwaysFresh, useView } from '../api/reads.ts'
import { FilterSelect } from '../parts/filters/controls.tsx'
import { useFilters } from '../parts/filters/filters.ts'
import { type Column, DataTable } from '../parts/lists/data-table.tsx'
import { CountingRules, CountingTitle } from '../parts/page/page-title.tsx'
import { AnswerState } from '../parts/page/view-state.tsx'
import { duration } from '../parts/time/durations.ts'
import { periodWriter, readPeriod } from '../parts/time/period.ts'
import { PeriodPicker } from '../parts/time/period-picker.tsx'
import { addDays, startOfDay } from '../parts/time/rome-time.ts'
import { planWord, sourceWord } from '../parts/words/labels.ts'
import { weekName } from '../retention/cohorts.ts'
import { useOwnerName } from './requests-data.ts'

const hours = (median: number | null) => median !== null && duration(Math.round(median * 3_600))

type Row = RequestOutcomes['rows'][number] & { id: string }
type By = (typeof outcomesBy.options)[number]

const byNames: Record<By, string> = {
  week: 'Settimana',
  source: 'Sorgente',
  owner: 'Responsabile',
  plan: 'Piano',
}
const options = outcomesBy.options.map(value => ({ value, label: `Per ${byNames[value].toLowerCase()}` }))

const rules = ({ persons, tied }: RequestOutcomes) => [
  'Una richiesta è un contatto o un questionario inviato nel periodo. Chi ne manda due conta due volte.',
  'Contattate entro 24 ore: il primo stato dopo «Nuova», o la prima nota, viene entro 24 ore. Le percentuali sono sulle richieste della riga.',
  'Seguite da registrazione, da un piano: la stessa persona si è registrata, o ha attivato un piano, dopo la richiesta.',
  'Tempo mediano dalla richiesta al piano: metà dei piani è venuta prima, metà dopo.',
  `La sorgente è quella della visita, se il consenso la lega alla richiesta: vale per ${count(tied)} su ${count(persons)} persone.`,
  'Una richiesta cancellata, da sola o con la sua persona, non conta più, nemmeno nelle settimane passate: la Panoramica invece la conta ancora.',
  'Una persona è tutto ciò che sta sotto un indirizzo email, e ciò che un amministratore ha unito.',
]

/** The filter of the list for the same requests. */
const reachedBy = {
  requests: '',
  contactedInADay: 'contacted',
  registered: 'registered',
  activated: 'activated',
}

type Counted = { by: By; row: Row; period: Period; reached: string }

/** The list of the requests that a number counts: each leads to its person. */
function addressOf({ by, row: { value, id }, period, reached }: Counted): string {
  const [start, end] = by === 'week' ? [startOfDay(id), startOfDay(addDays(id, 7))] : [period.from, period.to]
  const from = start > period.from ? start : period.from
  const to = end < period.to ? end : period.to
  const group: Record<By, Record<string, string>> = {
    week: {},
    source: { source: value ?? noSource },
    owner: { owner: value ?? 'none' },
    // A questionnaire names none.
    plan: value === null ? { kind: 'questionnaire' } : { plan: value },
  }
  const filters = { view: 'all', from, to, ...group[by], ...(reached && { reached }) }
  return `/admin/requests?${new URLSearchParams(filters)}`
}

export default function OutcomesPage() {
  const filters = useFilters()
  const ownerName = useOwnerName()
  const by = outcomesBy.safeParse(filters.get('by')).data ?? 'week'
  const { picked, parameters } = readPeriod(filters.get, '90d')
  const query = new URLSearchParams([['by', by], ...parameters])
  const answer = useView(`/api/admin/requests/outcomes?${query}`, requestOutcomes, alwaysFresh)
  const rows = answer.data?.view.rows.map(row => ({ ...row, id: row.value ?? '' }))

  const names: Record<By, (value: string | null) => string> = {
    week: monday => (monday === null ? '' : weekName(monday)),
    source: source => sourceWord(source ?? noSource),
    owner: owner => ownerName(owner) || 'Nessuno',
    plan: plan => (plan === null ? 'Senza piano' : planWord(plan)),
  }
  const number = (name: string, of: keyof typeof reachedBy): Column<Row> => ({
    name,
    width: '15%',
    cell: row => (
      <span className="number">
        {row[of] === 0 ? (
          <span>0</span>
        ) : (
          <Link to={addressOf({ by, row, period: picked, reached: reachedBy[of] })}>{count(row[of])}</Link>
        )}{' '}
        {of !== 'requests' && <span className="quiet">{percent((100 * row[of]) / row.requests)}</span>}
      </span>
    ),
  })
  const columns: Column<Row>[] = [
    { name: byNames[by], width: '25%', isHeading: true, cell: ({ value }) => names[by](value) },
    number('Richieste', 'requests'),
    number('Contattate entro 24 ore', 'contactedInADay'),
    number('Seguite da registrazione', 'registered'),
    number('Seguite da un piano', 'activated'),
    { name: 'Tempo mediano al piano', width: '15%', cell: row => hours(row.medianHours) },
  ]
  return (
    <main className="console counting">
      <CountingTitle title="Da richiesta a cliente" answer={answer}>
        Che cosa è seguito alle richieste: chi è stato contattato, chi si è registrato, chi ha un piano.
      </CountingTitle>
      <search className="filter-line">
        <FilterSelect filters={filters} name="by" label="Suddivisione" options={options} />
        <PeriodPicker picked={picked} pick={periodWriter(filters)} />
      </search>
      {!rows || answer.error ? (
        <AnswerState answer={answer} />
      ) : rows.length === 0 ? (
        <p className="list-empty">
          In questo periodo nessuna richiesta. Qui starebbe che cosa ne è seguito: scegli un periodo più
          lungo.
        </p>
      ) : (
        <DataTable caption={`Da richiesta a cliente, per ${byNames[by]}`} columns={columns} rows={rows} />
      )}
      {answer.data && <CountingRules rules={rules(answer.data.view)} isOpen />}
    </main>
  )
}
