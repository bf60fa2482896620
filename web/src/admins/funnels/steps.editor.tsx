import { ArrowDownIcon, ArrowUpIcon, Cross2Icon, PlusIcon } from '@radix-ui/react-icons'
import { useEffect, useRef, useState } from 'react'
import { FilterButton, IconButton } from '../parts/controls.tsx'
import { eventName } from '../parts/event-kind.tsx'
import { FilterMenu } from '../parts/menus.tsx'
import type { Offered } from './condition.editor.tsx'
import { Conditions } from './condition.editor.tsx'
import {
  type Draft,
  type DraftStep,
  mostSteps,
  type Problems,
  withMoved,
  withNewStep,
  withoutStep,
  withStep,
  withStepWindow,
} from './draft.ts'
import { Problem, SpanField } from './fields.tsx'

type Props = { draft: Draft; problems: Problems; offered: Offered; change: (draft: Draft) => void }

type StepProps = Omit<Props, 'change'> & {
  at: number
  set: (step: DraftStep) => void
  setWindow: (seconds: number | null) => void
  /** By how many places. */
  move: (by: number) => void
  remove: () => void
}

function Tools({ draft: { steps }, at, move, remove }: Pick<StepProps, 'draft' | 'at' | 'move' | 'remove'>) {
  const name = `passo ${at + 1}`
  return (
    <span className="step-tools">
      <IconButton
        data-mark={`su-${at}`}
        aria-label={`Sposta su il ${name}`}
        disabled={at === 0}
        onClick={() => move(-1)}
      >
        <ArrowUpIcon aria-hidden />
      </IconButton>
      <IconButton
        data-mark={`giu-${at}`}
        aria-label={`Sposta giù il ${name}`}
        disabled={at === steps.length - 1}
        onClick={() => move(1)}
      >
        <ArrowDownIcon aria-hidden />
      </IconButton>
      <IconButton aria-label={`Togli il ${name}`} disabled={steps.length <= 2} onClick={remove}>
        <Cross2Icon aria-hidden />
      </IconButton>
    </span>
  )
}

/** One step: which event, under which conditions, and how soon after the one before. */
function StepEditor(props: StepProps) {
  const { draft, at, problems, offered, set, setWindow } = props
  const { event, where } = draft.steps[at] as DraftStep
  const path = `steps.${at}`
  return (
    <li className="step" data-mark={`passo-${at}`}>
      <div className="step-head">
        <span className="step-number" aria-hidden>
          {at + 1}
        </span>
        <FilterMenu
          name={`Evento del passo ${at + 1}`}
          shown={event === '' ? 'Scegli un evento…' : eventName(event)}
          hint="Cerca un evento…"
          choices={offered.events}
          chosen={event === '' ? [] : [event]}
          choose={next => next !== event && set({ event: next, where: [] })}
        />
        <Tools {...props} />
      </div>
      <Problem problems={problems} path={`${path}.event`} />
      <Conditions
        {...{ event, where, problems, offered }}
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
              set={setWindow}
            />
          </span>
        )}
      </Conditions>
      <Problem problems={problems} path={`stepWindowsSeconds.${at - 1}`} />
    </li>
  )
}

/** Two steps to eight, in their order. The focus follows the step that was moved, added, or comes in a removed one's place. */
export function StepsEditor({ draft, problems, offered, change }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const next = useRef('')
  const [announced, setAnnounced] = useState('')
  const last = draft.steps.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the changed steps are there.
  useEffect(() => {
    const marked = next.current && list.current?.querySelector<HTMLElement>(`[data-mark="${next.current}"]`)
    next.current = ''
    if (!marked) return
    const button = marked.matches('button:enabled') ? marked : marked.querySelector('button')
    const otherwise = marked.closest('.step')?.querySelector('button')
    ;(button ?? otherwise)?.focus()
  }, [draft])

  function go(changed: Draft, mark: string, announcement: string) {
    next.current = mark
    setAnnounced(announcement)
    change(changed)
  }
  function move(at: number, by: number) {
    const to = at + by
    go(
      withMoved(draft, at, to),
      `${by < 0 ? 'su' : 'giu'}-${to}`,
      `Passo ${at + 1} spostato al posto ${to + 1}`,
    )
  }
  return (
    <section className="steps-editor" aria-label="Passi">
      <ol ref={list}>
        {draft.steps.map((_, at) => (
          <StepEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is nothing but its place.
            key={at}
            {...{ draft, at, problems, offered }}
            set={step => change(withStep(draft, at, step))}
            setWindow={seconds => change(withStepWindow(draft, at - 1, seconds))}
            move={by => move(at, by)}
            remove={() =>
              go(withoutStep(draft, at), `passo-${Math.min(at, last - 2)}`, `Passo ${at + 1} tolto`)
            }
          />
        ))}
      </ol>
      <Problem problems={problems} path="steps" />
      <Problem problems={problems} path="stepWindowsSeconds" />
      {last < mostSteps && (
        <FilterButton onClick={() => go(withNewStep(draft), `passo-${last}`, 'Passo aggiunto')}>
          <PlusIcon aria-hidden /> Aggiungi un passo
        </FilterButton>
      )}
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </section>
  )
}
