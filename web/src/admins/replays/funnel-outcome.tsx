import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { useId } from 'react'
import { count, percent } from '../../components/format.ts'
import { useRun, useSavedFunnels } from '../funnels/funnels-data.ts'
import { BreakdownTable } from '../funnels/result/breakdown.table.tsx'
import { ResultTable } from '../funnels/result/result.table.tsx'
import { stepName } from '../funnels/words.ts'
import { changeIn, points, signed } from '../parts/charts/change.tsx'
import { Select } from '../parts/filters/controls.tsx'
import { useFilters } from '../parts/filters/filters.ts'
import { type Column, Ledger } from '../parts/lists/ledger.tsx'
import { AnswerState } from '../parts/page/view-state.tsx'

type Step = FunnelResult['steps'][number]
type DiffRow = { id: string; name: string; played: Step | undefined; live: Step | undefined }

const reached = (step: Step | undefined) =>
  step ? `${count(step.count)} (${percent(step.conversion)})` : '—'

function difference({ played, live }: DiffRow): string {
  if (!played || !live) return '—'
  if (played.count === live.count && played.conversion === live.conversion) return 'nessuna'
  return `${signed(changeIn(played.count, live.count))}, ${points(played.conversion, live.conversion)}`
}

const columnsFor = (liveName: string): Column<DiffRow>[] => [
  { name: 'Passo', width: '34%', cell: ({ name }) => name },
  { name: 'Rigiocato', width: '20%', cell: ({ played }) => reached(played) },
  { name: liveName, width: '22%', cell: ({ live }) => reached(live) },
  { name: 'Differenza', width: '24%', cell: difference },
]

type Props = { definition: FunnelDefinition; result: FunnelResult; position: string | null }

/** The live count up to the same position, and the difference. */
function ComparedWithLive({ definition, result, position }: Props) {
  const id = useId()
  const filters = useFilters()
  const list = useSavedFunnels()
  const saved = list.data?.view.funnels ?? []
  const isKnown = filters.of('compare') === '' || list.data !== undefined || list.error !== undefined
  const chosen = saved.find(one => one.id === filters.of('compare'))
  const against = chosen?.definition ?? definition
  const end = position ?? ''
  const upTo = ({ asOf = end }: FunnelDefinition) => (asOf < end ? asOf : end)
  // Groups and the compared period are left out.
  const { breakdown: _, compareTo: __, ...counted } = against
  const run = useRun(position === null || !isKnown ? null : { ...counted, asOf: upTo(against) })
  if (position === null) return null
  const live = run.data?.result.steps ?? []
  const rows = Array.from({ length: Math.max(result.steps.length, live.length) }, (_, at) => {
    const [mine, theirs] = [definition.steps[at], against.steps[at]]
    const names = [...new Set([mine, theirs].flatMap(step => (step ? [stepName(step)] : [])))]
    return {
      id: String(at + 1),
      name: `${at + 1}. ${names.join(' / invece di: ')}`,
      played: result.steps[at],
      live: live[at],
    }
  })
  const liveName = chosen ? `«${chosen.name}»` : 'Dal vivo'
  return (
    <section className="replay-compared" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>A confronto con ciò che si legge</h2>
      <p className="replay-against">
        <label htmlFor={id}>Rispetto a</label>
        <Select
          id={id}
          value={chosen?.id ?? ''}
          options={[
            { value: '', label: 'lo stesso funnel, dal vivo' },
            ...saved.map(one => ({ value: one.id, label: `il funnel salvato «${one.name}»` })),
          ]}
          choose={value => filters.set('compare', value)}
        />
      </p>
      {run.data && !run.error ? (
        <>
          <Ledger
            caption="Rigiocato e dal vivo, passo per passo"
            columns={columnsFor(liveName)}
            rows={rows}
          />
          <p className="quiet small">
            {upTo(against) === upTo(definition)
              ? 'Entrambi contati fino allo stesso punto del registro.'
              : 'Dal vivo è contato fino al punto del registro che il funnel dice.'}
          </p>
        </>
      ) : (
        <AnswerState answer={run} />
      )}
    </section>
  )
}

export function FunnelOutcome({ definition, result, position }: Props) {
  return (
    <>
      <section className="result" aria-labelledby="replayed-title">
        <h2 id="replayed-title">Risultato</h2>
        <ResultTable definition={definition} result={result} open={null} />
        <BreakdownTable definition={definition} result={result} open={null} />
      </section>
      <ComparedWithLive {...{ definition, result, position }} />
    </>
  )
}
