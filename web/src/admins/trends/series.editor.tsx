import { PlusIcon } from '@radix-ui/react-icons'
import type { FunnelFields } from '@tba/events/funnels/views.ts'
import { emptyStep } from '../funnels/builder/draft.ts'
import { EventItem } from '../funnels/builder/event-item.tsx'
import { ProblemsOf } from '../funnels/builder/fields.tsx'
import { FilterButton } from '../parts/filters/controls.tsx'
import { maxSeries, type TrendDraft } from './trend-draft.ts'

type Props = {
  draft: TrendDraft
  logFields: FunnelFields | undefined
  problems: Readonly<Record<string, string>>
  change: (draft: TrendDraft) => void
}

/** Up to four series: an event, and conditions on it. */
export function SeriesEditor({ draft, logFields, problems, change }: Props) {
  const { series } = draft
  const set = (next: TrendDraft['series']) => change({ ...draft, series: next })
  return (
    <section className="steps-editor" aria-label="Serie">
      <ProblemsOf value={problems}>
        <ol>
          {series.map((step, at) => (
            <EventItem
              // biome-ignore lint/suspicious/noArrayIndexKey: a series is nothing but its place.
              key={at}
              names={[`Serie ${at + 1}`, `della serie ${at + 1}`, `la serie ${at + 1}`]}
              mark={
                <span className={`step-number trend-${at}`} aria-hidden>
                  {at + 1}
                </span>
              }
              path={`series.${at}`}
              step={step}
              logFields={logFields}
              change={step => set(series.with(at, step))}
              remove={series.length < 2 ? null : () => set(series.toSpliced(at, 1))}
            />
          ))}
        </ol>
      </ProblemsOf>
      {series.length < maxSeries && (
        <FilterButton onClick={() => set([...series, emptyStep])}>
          <PlusIcon aria-hidden /> Aggiungi una serie
        </FilterButton>
      )}
    </section>
  )
}
