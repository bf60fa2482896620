import { ArrowDownIcon, ArrowUpIcon, Cross2Icon, PlusIcon } from '@radix-ui/react-icons'
import type { FunnelFields } from '@tba/events/funnels/views.ts'
import { filterOfStep, stepOf } from '@tba/events/tracking/interaction-type.ts'
import { FilterButton, IconButton, TextButton } from '../../parts/filters/controls.tsx'
import { FilterMenu } from '../../parts/filters/menus.tsx'
import { eventChoices, eventName, stepInteractionChoices } from '../../parts/words/event-name.tsx'
import { Conditions } from './condition.editor.tsx'
import { type Draft, type DraftStep, emptyStep, maxSteps, windowsOf } from './draft.ts'
import { DurationField, Problem, useItemFocus } from './fields.tsx'
import { customerNote, isOfPerson } from './words.ts'

type Props = { draft: Draft; logFields: FunnelFields | undefined; change: (draft: Draft) => void }

type StepProps = Props & { at: number; focusItem: ReturnType<typeof useItemFocus>['focusItem'] }

const moves = [
  { by: -1, name: 'Sposta su', Icon: ArrowUpIcon },
  { by: 1, name: 'Sposta giù', Icon: ArrowDownIcon },
]

function Tools({ draft, at, change, focusItem }: Omit<StepProps, 'logFields'>) {
  const { steps } = draft
  const others = steps.toSpliced(at, 1)
  const name = `il passo ${at + 1}`
  function move(by: number, selector: string) {
    change({ ...draft, steps: others.toSpliced(at + by, 0, steps[at] ?? emptyStep) })
    focusItem(at + by, selector)
  }
  function remove() {
    const stepWindowsSeconds = draft.stepWindowsSeconds.slice(0, steps.length - 2)
    change({ ...draft, steps: others, stepWindowsSeconds })
    focusItem(Math.min(at, steps.length - 2))
  }
  return (
    <span className="step-tools">
      {moves.map(({ by, name: moveName, Icon }) => (
        <IconButton
          key={moveName}
          aria-label={`${moveName} ${name}`}
          disabled={!steps[at + by]}
          onClick={() => move(by, `[aria-label^="${moveName}"]:enabled`)}
        >
          <Icon aria-hidden />
        </IconButton>
      ))}
      <IconButton aria-label={`Togli ${name}`} disabled={steps.length < 3} onClick={remove}>
        <Cross2Icon aria-hidden />
      </IconButton>
    </span>
  )
}

const choices = () => [...stepInteractionChoices, ...eventChoices]

function StepEditor({ logFields, ...props }: StepProps) {
  const { draft, at, change } = props
  const { event, where } = draft.steps[at] ?? emptyStep
  const chosen = filterOfStep({ event, where })
  const windows = windowsOf(draft)
  const set = (step: DraftStep) => change({ ...draft, steps: draft.steps.with(at, step) })
  return (
    <li className="step">
      <div className="step-head">
        <span className="step-number" aria-hidden>
          {at + 1}
        </span>
        <FilterMenu
          name={`Evento del passo ${at + 1}`}
          shown={event === '' ? 'Scegli un evento…' : eventName(chosen)}
          hint="Cerca un evento…"
          choices={choices}
          chosen={event === '' ? [] : [chosen]}
          choose={next => next !== chosen && set(stepOf(next))}
        />
        <Tools {...props} />
      </div>
      <Problem path={`steps.${at}.event`} />
      {at === 0 && (
        <p className="quiet small" role="status">
          <span>{customerNote(draft)}</span>{' '}
          {isOfPerson(draft) && (
            <TextButton onClick={() => change({ ...draft, by: 'person' })}>Conta per persona</TextButton>
          )}
        </p>
      )}
      <Conditions
        event={event}
        where={where}
        logFields={logFields}
        step={at + 1}
        set={where => set({ event, where })}
      >
        {at > 0 && (
          <span className="step-window">
            <span aria-hidden title="Dal passo precedente">
              entro
            </span>
            <DurationField
              label={`Entro quanto dal precedente, passo ${at + 1}`}
              seconds={windows[at - 1] ?? null}
              set={seconds => change({ ...draft, stepWindowsSeconds: windows.with(at - 1, seconds) })}
            />
          </span>
        )}
      </Conditions>
      <Problem path={`stepWindowsSeconds.${at - 1}`} />
    </li>
  )
}

export function StepsEditor({ draft, change, logFields }: Props) {
  const { list, focusItem } = useItemFocus<HTMLOListElement>()
  return (
    <section className="steps-editor" aria-label="Passi">
      <ol ref={list}>
        {draft.steps.map((_, at) => (
          <StepEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is nothing but its place.
            key={at}
            draft={draft}
            at={at}
            logFields={logFields}
            change={change}
            focusItem={focusItem}
          />
        ))}
      </ol>
      <Problem path="steps" />
      <Problem path="stepWindowsSeconds" />
      {draft.steps.length < maxSteps && (
        <FilterButton
          onClick={() => {
            change({ ...draft, steps: [...draft.steps, emptyStep] })
            focusItem(draft.steps.length)
          }}
        >
          <PlusIcon aria-hidden /> Aggiungi un passo
        </FilterButton>
      )}
    </section>
  )
}
