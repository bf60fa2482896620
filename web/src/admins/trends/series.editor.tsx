import { Cross2Icon, PlusIcon } from '@radix-ui/react-icons'
import type { FunnelFields } from '@tba/events/funnels/views.ts'
import { filterOfStep, stepOf } from '@tba/events/tracking/interaction-type.ts'
import { Conditions } from '../funnels/builder/condition.editor.tsx'
import { emptyStep } from '../funnels/builder/draft.ts'
import { Problem, ProblemsOf } from '../funnels/builder/fields.tsx'
import { FilterButton, IconButton } from '../parts/filters/controls.tsx'
import { FilterMenu } from '../parts/filters/menus.tsx'
import { eventChoices, eventName, stepInteractionChoices } from '../parts/words/event-name.tsx'
import { maxSeries, type TrendDraft } from './trend-draft.ts'

type Props = {
  draft: TrendDraft
  logFields: FunnelFields | undefined
  problems: Readonly<Record<string, string>>
  change: (draft: TrendDraft) => void
}

/** The problems of one series, by paths within it. */
const within = (problems: Props['problems'], at: number) =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([path, message]) =>
      path.startsWith(`series.${at}.`) ? [[path.slice(`series.${at}.`.length), message]] : [],
    ),
  )

/** Up to four series: an event, and conditions on it. */
export function SeriesEditor({ draft, logFields, problems, change }: Props) {
  const { series } = draft
  const set = (next: TrendDraft['series']) => change({ ...draft, series: next })
  return (
    <section className="steps-editor" aria-label="Serie">
      <ol>
        {series.map(({ event, where }, at) => {
          const chosen = filterOfStep({ event, where })
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a series is nothing but its place.
            <li key={at} className="step" aria-label={`Serie ${at + 1}`}>
              <ProblemsOf value={within(problems, at)}>
                <div className="step-head">
                  <span className={`step-number trend-${at}`} aria-hidden>
                    {at + 1}
                  </span>
                  <FilterMenu
                    name={`Evento della serie ${at + 1}`}
                    shown={event === '' ? 'Scegli un evento…' : eventName(chosen)}
                    hint="Cerca un evento…"
                    choices={() => [...stepInteractionChoices, ...eventChoices]}
                    chosen={event === '' ? [] : [chosen]}
                    choose={next => next !== chosen && set(series.with(at, stepOf(next)))}
                  />
                  <span className="step-tools">
                    <IconButton
                      aria-label={`Togli la serie ${at + 1}`}
                      disabled={series.length < 2}
                      onClick={() => set(series.toSpliced(at, 1))}
                    >
                      <Cross2Icon aria-hidden />
                    </IconButton>
                  </span>
                </div>
                <Problem path="event" />
                <Conditions
                  {...{ event, where, logFields }}
                  step={null}
                  set={where => set(series.with(at, { event, where }))}
                />
              </ProblemsOf>
            </li>
          )
        })}
      </ol>
      {series.length < maxSeries && (
        <FilterButton onClick={() => set([...series, emptyStep])}>
          <PlusIcon aria-hidden /> Aggiungi una serie
        </FilterButton>
      )}
    </section>
  )
}
