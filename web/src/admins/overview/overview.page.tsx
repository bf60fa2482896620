import { overviewView } from '@tba/events/overview/views.ts'
import { alwaysFresh, useView } from '../api/reads.ts'
import { Check, FilterSelect } from '../parts/filters/controls.tsx'
import { FilterChips } from '../parts/filters/filter-chips.tsx'
import { CountingTitle } from '../parts/page/page-title.tsx'
import { AnswerState } from '../parts/page/view-state.tsx'
import { PeriodPicker } from '../parts/time/period-picker.tsx'
import { daysName } from '../parts/time/rome-time.ts'
import { visitFilterLabels } from '../parts/words/labels.ts'
import { SavedViews } from '../views/saved-views.tsx'
import { DaysFigure } from './days.figure.tsx'
import { Figures } from './figures.tsx'
import { HoursTable } from './hours.table.tsx'
import { Lists } from './lists.tsx'
import { filterNames, useOverviewAddress } from './overview-address.ts'
import '../history/history.css'
import '../parts/lists/data-table.css'
import './overview.css'

const registered = [
  { value: '', label: 'Con o senza registrazione' },
  { value: 'true', label: 'Con registrazione' },
  { value: 'false', label: 'Senza registrazione' },
]

export default function OverviewPage() {
  const address = useOverviewAddress()
  const { filters, query, period, compared, nowMs, chosen } = address
  const answer = useView(`/api/admin/overview?${query}`, overviewView, {
    ...alwaysFresh,
    keepPreviousData: true,
  })
  const isOpen = Date.parse(period.to) > nowMs
  const view = answer.error ? undefined : answer.data?.view
  async function again() {
    address.recount()
    // For the current period this changes the request itself.
    if (!address.isLast) await answer.mutate()
  }
  return (
    <main className="console counting overview" aria-busy={answer.isValidating}>
      <CountingTitle title="Panoramica" answer={{ ...answer, mutate: again }}>
        {`${daysName(period)}, rispetto a ${daysName(compared)}${isOpen ? ' alla stessa ora' : ''}.`}
      </CountingTitle>
      <search>
        <div className="filter-line">
          <PeriodPicker picked={address.picked} pick={address.pick} />
          <FilterSelect
            {...{ filters, name: 'registered', label: visitFilterLabels.registered }}
            options={registered}
          />
          <Check
            checked={filters.get('bots') === 'true'}
            set={checked => filters.set('bots', checked ? 'true' : '')}
          >
            Anche i robot
          </Check>
          <SavedViews screen="overview" />
        </div>
        <FilterChips filters={filters} names={filterNames} clear={() => filters.clear(filterNames)} />
      </search>
      {!view ? (
        <AnswerState answer={answer} />
      ) : (
        <>
          <Figures {...{ view, address }} />
          {view.totals.visits === 0 ? (
            <p className="list-empty">
              Nessuna visita <span>{chosen.length > 0 ? 'così ' : ''}</span>in questo periodo. Qui starebbero
              le visite di ogni giorno, le pagine viste e da dove si arriva: scegli un periodo più lungo
              <span>{chosen.length > 0 && ', o togli i filtri'}</span>.
            </p>
          ) : (
            <>
              <DaysFigure days={view.perDay} nowMs={nowMs} />
              <Lists view={view} address={address} />
              <HoursTable view={view} />
            </>
          )}
        </>
      )}
    </main>
  )
}
