import { ArrowDownIcon, ArrowUpIcon, Cross2Icon, PlusIcon } from '@radix-ui/react-icons'
import { stepOf } from '@tba/events/tracking/tracked-kind.ts'
import { FilterButton, IconButton } from '../../parts/filters/controls.tsx'
import { FilterMenu } from '../../parts/filters/menus.tsx'
import { eventName, filterOfStep } from '../../parts/words/event-kind.tsx'
import { Conditions, type Offered } from './condition.editor.tsx'
import {
  type Draft,
  type DraftStep,
  mostSteps,
  withMoved,
  withNewStep,
  withoutStep,
  withStep,
  withStepWindow,
} from './draft.ts'
import { Problem, SpanField, useItemFocus } from './fields.tsx'

type Props = { draft: Draft; offered: Offered; change: (draft: Draft) => void }

type StepProps = Props & {
  at: number
  focusItem: ReturnType<typeof useItemFocus>['focusItem']
}

const moves = [
  { by: -1, name: 'Sposta su', Icon: ArrowUpIcon },
  { by: 1, name: 'Sposta giù', Icon: ArrowDownIcon },
]

function Tools({ draft, at, change, focusItem }: Omit<StepProps, 'offered'>) {
  const step = `il passo ${at + 1}`
  return (
    <span className="step-tools">
      {moves.map(({ by, name, Icon }) => (
        <IconButton
          key={name}
          aria-label={`${name} ${step}`}
          disabled={!draft.steps[at + by]}
          onClick={() => {
            change(withMoved(draft, at, at + by))
            focusItem(at + by, `[aria-label^="${name}"]:enabled`)
          }}
        >
          <Icon aria-hidden />
        </IconButton>
      ))}
      <IconButton
        aria-label={`Togli ${step}`}
        disabled={draft.steps.length < 3}
        onClick={() => {
          change(withoutStep(draft, at))
          focusItem(Math.min(at, draft.steps.length - 2))
        }}
      >
        <Cross2Icon aria-hidden />
      </IconButton>
    </span>
  )
}

function StepEditor({ offered, ...props }: StepProps) {
  const { draft, at, change } = props
  const { event, where } = draft.steps[at] as DraftStep
  const chosen = filterOfStep({ event, where })
  const set = (step: DraftStep) => change(withStep(draft, at, step))
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
          choices={offered.events}
          chosen={event === '' ? [] : [chosen]}
          choose={next => next !== chosen && set(stepOf(next))}
        />
        <Tools {...props} />
      </div>
      <Problem path={`steps.${at}.event`} />
      <Conditions
        {...{ event, where, offered }}
        step={at + 1}
        set={changed => set({ event, where: changed })}
      >
        {at > 0 && (
          <span className="step-window">
            <span aria-hidden title="Dal passo precedente">
              entro
            </span>
            <SpanField
              label={`Entro quanto dal precedente, passo ${at + 1}`}
              seconds={draft.stepWindowsSeconds[at - 1] ?? null}
              set={seconds => change(withStepWindow(draft, at - 1, seconds))}
            />
          </span>
        )}
      </Conditions>
      <Problem path={`stepWindowsSeconds.${at - 1}`} />
    </li>
  )
}

export function StepsEditor({ draft, change, offered }: Props) {
  const { list, focusItem } = useItemFocus<HTMLOListElement>()
  return (
    <section className="steps-editor" aria-label="Passi">
      <ol ref={list}>
        {draft.steps.map((_, at) => (
          <StepEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is nothing but its place.
            key={at}
            {...{ draft, at, offered, change, focusItem }}
          />
        ))}
      </ol>
      <Problem path="steps" />
      <Problem path="stepWindowsSeconds" />
      {draft.steps.length < mostSteps && (
        <FilterButton
          onClick={() => {
            change(withNewStep(draft))
            focusItem(draft.steps.length)
          }}
        >
          <PlusIcon aria-hidden /> Aggiungi un passo
        </FilterButton>
      )}
    </section>
  )
}
