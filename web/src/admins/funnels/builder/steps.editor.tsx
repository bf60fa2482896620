import { ArrowDownIcon, ArrowUpIcon, Cross2Icon, PlusIcon } from '@radix-ui/react-icons'
import { stepOf } from '@tba/events/tracking/tracked-kind.ts'
import { useEffect, useRef, useState } from 'react'
import { FilterButton, IconButton } from '../../parts/filters/controls.tsx'
import { FilterMenu } from '../../parts/filters/menus.tsx'
import { eventName, filterOfStep } from '../../parts/words/event-kind.tsx'
import type { Offered } from './condition.editor.tsx'
import { Conditions } from './condition.editor.tsx'
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
import { Problem, SpanField } from './fields.tsx'

type Props = { draft: Draft; offered: Offered; change: (draft: Draft) => void }

type StepProps = Props & {
  at: number
  /** Also moves the focus to `mark` and announces `said`. */
  go: (changed: Draft, mark: string, message: string) => void
}

function Tools({ draft, at, go }: Pick<StepProps, 'draft' | 'at' | 'go'>) {
  const [name, last] = [`passo ${at + 1}`, draft.steps.length - 1]
  const move = (to: number, mark: string) => () =>
    go(withMoved(draft, at, to), `${mark}-${to}`, `Passo ${at + 1} spostato al posto ${to + 1}`)
  const remove = () => go(withoutStep(draft, at), `passo-${Math.min(at, last - 1)}`, `Passo ${at + 1} tolto`)
  return (
    <span className="step-tools">
      <IconButton
        data-mark={`su-${at}`}
        aria-label={`Sposta su il ${name}`}
        disabled={at === 0}
        onClick={move(at - 1, 'su')}
      >
        <ArrowUpIcon aria-hidden />
      </IconButton>
      <IconButton
        data-mark={`giu-${at}`}
        aria-label={`Sposta giù il ${name}`}
        disabled={at === last}
        onClick={move(at + 1, 'giu')}
      >
        <ArrowDownIcon aria-hidden />
      </IconButton>
      <IconButton aria-label={`Togli il ${name}`} disabled={last < 2} onClick={remove}>
        <Cross2Icon aria-hidden />
      </IconButton>
    </span>
  )
}

function StepEditor({ draft, at, offered, change, go }: StepProps) {
  const { event, where } = draft.steps[at] as DraftStep
  const chosen = filterOfStep({ event, where })
  const set = (step: DraftStep) => change(withStep(draft, at, step))
  return (
    <li className="step" data-mark={`passo-${at}`}>
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
        <Tools {...{ draft, at, go }} />
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

/** The focus follows the step that was moved or added, or the one after a removed one. */
export function StepsEditor({ draft, offered, change }: Props) {
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

  function go(changed: Draft, mark: string, message: string) {
    next.current = mark
    setAnnounced(message)
    change(changed)
  }
  return (
    <section className="steps-editor" aria-label="Passi">
      <ol ref={list}>
        {draft.steps.map((_, at) => (
          <StepEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is nothing but its place.
            key={at}
            {...{ draft, at, offered, change, go }}
          />
        ))}
      </ol>
      <Problem path="steps" />
      <Problem path="stepWindowsSeconds" />
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
