import { filterFields, visitFields } from '@tba/events/filters/filter.ts'
import { breakdownNames } from '@tba/events/filters/words.ts'
import type { TrendResult } from '@tba/events/trends/views.ts'
import { useMemo, useRef, useState } from 'react'
import { onDemand, useLazyPart } from '../../components/on-demand.ts'
import { Annotations } from '../annotations/annotations.tsx'
import { marksOf, useAnnotations } from '../annotations/notes.tsx'
import { useAgainst } from '../filters/against.ts'
import { FilterRow } from '../filters/filter-row.tsx'
import { levelOf } from '../filters/words.ts'
import { useFunnelFields } from '../funnels/funnels-data.ts'
import { Check, Select } from '../parts/filters/controls.tsx'
import { parseJson, useFilters } from '../parts/filters/filters.ts'
import { Cautions } from '../parts/page/cautions.tsx'
import { CountingRules, CountingTitle } from '../parts/page/page-title.tsx'
import { AnswerState } from '../parts/page/view-state.tsx'
import { pickRelative } from '../parts/time/period.ts'
import { PeriodPicker } from '../parts/time/period-picker.tsx'
import { dayOf } from '../parts/time/rome-time.ts'
import { SavedTrends } from './saved-trends.tsx'
import { SeriesEditor } from './series.editor.tsx'
import { type OpenPoint, TrendFigure } from './trend.figure.tsx'
import { checkedTrend, emptyTrend, parseTrend, type TrendDraft, trendOf } from './trend-draft.ts'
import { useTrend } from './trends-data.ts'
import '../history/event/event.drawer.css'
import '../funnels/funnels.css'
import '../funnels/builder/builder.css'
import './trends.css'

const unitsDrawer = onDemand(() => import('./trend-units.drawer.tsx'))

const counts = [
  { value: 'events', label: 'Eventi' },
  { value: 'visits', label: 'Visite' },
  { value: 'persons', label: 'Persone' },
] as const
const intervals = [
  { value: 'hour', label: 'Per ora' },
  { value: 'day', label: 'Per giorno' },
  { value: 'week', label: 'Per settimana' },
  { value: 'month', label: 'Per mese' },
] as const

const rules = [
  'Ogni punto è un’ora, un giorno, una settimana o un mese di Roma: un’ora può venire due volte, un giorno può averne 23 o 25. Gli intervalli non ancora cominciati mancano; quello in corso è tratteggiato.',
  'Per visita e per persona il totale conta ciascuna una volta nel periodo: non è la somma dei punti. Cumulativo: una visita o una persona conta una volta, dalla prima in poi.',
  'Un evento che nessuna visita porta, per esempio senza consenso, conta tra gli eventi e le persone, non tra le visite.',
  'Suddiviso: i dieci valori più grandi, gli altri insieme. Una visita può avere più valori; una persona ha quelli della sua prima visita.',
  'Rapporto: la prima serie in percentuale della seconda; dove la seconda ne ha meno di 20, nessun numero.',
]

const totalsIn = ({ series }: TrendResult) =>
  series.flatMap(({ total, groups = [] }) => [total ?? 0, ...groups.map(group => group.total ?? 0)])

export default function TrendsPage() {
  const address = useFilters()
  const text = address.get('definition')
  const draft = useMemo(() => parseTrend(text) ?? emptyTrend, [text])
  const { definition, problems } = useMemo(() => checkedTrend(draft), [draft])
  const answer = useTrend(definition)
  const against = useAgainst(address, draft.segment)
  const otherDefinition =
    definition && against.value ? { ...definition, segment: against.value, compareTo: undefined } : null
  const other = useTrend(otherDefinition)
  const otherResult = otherDefinition && !other.error ? other.data?.view : undefined
  const fields = useFunnelFields()
  const noted = useAnnotations()
  const change = (next: TrendDraft) =>
    address.setAll({ definition: JSON.stringify(trendOf(next)), open: '' }, { push: true })
  const result = answer.data?.view
  const point = parseJson(address.get('open')) as OpenPoint | null
  const isOpen = Boolean(point && definition && result)
  const close = () => address.set('open', '')
  const UnitsDrawer = useLazyPart(unitsDrawer, isOpen, close)

  const showsFunnels = address.get('funnels') !== 'no'
  const annotations = (noted.data?.view.annotations ?? []).filter(
    ({ kind }) => showsFunnels || kind !== 'funnel',
  )
  const starts = result?.series[0]?.points.map(({ start }) => start) ?? []
  const marks = result ? marksOf(annotations, starts, dayOf(Date.parse(result.to) - 1)) : []
  const [noteDay, setNoteDay] = useState('')
  const noteText = useRef<HTMLInputElement>(null)
  const picked = draft.period
    ? pickRelative(draft.period)
    : { relative: null, from: draft.from, to: draft.to }
  const breakdowns = [
    { value: '' as const, label: 'Non suddividere' },
    ...(draft.count === 'persons' ? filterFields : visitFields).map(value => ({
      value,
      label: `Per ${breakdownNames[value].toLowerCase()}`,
    })),
  ]
  return (
    <main className="console counting trends-page">
      <CountingTitle title="Andamenti" answer={answer}>
        Quanti, nel tempo: eventi, visite o persone.
      </CountingTitle>
      <SeriesEditor draft={draft} problems={problems} change={change} logFields={fields.data} />
      <search className="filter-line">
        <Select
          aria-label="Si conta"
          options={counts}
          value={draft.count}
          choose={count =>
            change({
              ...draft,
              count,
              breakdown: count !== 'persons' && draft.breakdown === 'plan' ? null : draft.breakdown,
            })
          }
        />
        <Select
          aria-label="Intervallo"
          options={intervals}
          value={draft.interval}
          choose={interval => change({ ...draft, interval })}
        />
        <PeriodPicker
          picked={picked}
          pick={({ relative, from, to }) => change({ ...draft, period: relative, from, to })}
        />
        <Select
          aria-label="Suddivisione"
          options={breakdowns}
          value={draft.breakdown ?? ''}
          choose={field => change({ ...draft, breakdown: field === '' ? null : field })}
        />
        <Check
          checked={draft.compareTo !== null}
          set={checked => change({ ...draft, compareTo: checked ? 'previous' : null })}
        >
          Confronta con il periodo prima
        </Check>
        <Check checked={draft.cumulative} set={cumulative => change({ ...draft, cumulative })}>
          Cumulativo
        </Check>
        {draft.series.length === 2 && (
          <Check checked={draft.ratio} set={ratio => change({ ...draft, ratio })}>
            Rapporto tra le due
          </Check>
        )}
        <Check checked={draft.bots} set={bots => change({ ...draft, bots })}>
          Anche i robot
        </Check>
        <FilterRow
          level={levelOf(draft)}
          value={draft}
          against={against}
          change={({ filters = [], segment }) => change({ ...draft, filters, segment })}
        />
      </search>
      <Cautions
        period={result ?? picked}
        compared={result?.compared}
        amounts={draft.ratio ? [] : [result, otherResult].flatMap(side => (side ? totalsIn(side) : []))}
        open={
          result?.series[0]?.points.some(({ open }) => open) &&
          'Tratteggiato: l’intervallo in corso, fuori dai confronti.'
        }
        robots={String(draft.bots)}
        unplaced={result?.series.reduce((sum, { unplaced = 0 }) => sum + unplaced, 0)}
        {...(draft.breakdown && { placed: 'stanno nel totale, non nei gruppi' })}
      />
      {!definition ? (
        <p className="list-empty">
          {Object.values(problems)[0] ?? 'Scegli un evento per ogni serie: qui starebbe il suo andamento.'}
        </p>
      ) : !result || answer.error ? (
        <AnswerState answer={answer} />
      ) : otherDefinition && !otherResult ? (
        <AnswerState answer={other} />
      ) : (
        <TrendFigure
          definition={definition}
          result={result}
          marks={marks}
          beside={otherResult ? { result: otherResult, names: against.names } : null}
          annotate={start => {
            setNoteDay(dayOf(start))
            noteText.current?.focus()
          }}
          keep={filter => change({ ...draft, filters: [...draft.filters, filter] })}
          open={opened => address.set('open', JSON.stringify(opened), { push: true })}
        />
      )}
      <Annotations
        annotations={annotations}
        from={noteDay}
        setFrom={setNoteDay}
        textField={noteText}
        hasFunnels={showsFunnels}
        showFunnels={shown => address.set('funnels', shown ? '' : 'no')}
        reload={() => noted.mutate()}
      />
      <SavedTrends definition={definition} />
      <CountingRules rules={rules} />
      {UnitsDrawer && point && definition && (
        <UnitsDrawer
          key={JSON.stringify(point)}
          point={point}
          close={close}
          definition={point.isOther && otherDefinition ? otherDefinition : definition}
          segment={otherDefinition ? against.names[point.isOther ? 1 : 0] : undefined}
        />
      )}
    </main>
  )
}
