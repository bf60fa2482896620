import { ArrowDownIcon, ArrowUpIcon, Cross2Icon, PlusIcon } from '@radix-ui/react-icons'
import { eventName } from '../parts/event-kind.tsx'
import { FilterMenu } from '../parts/filter-menu.tsx'
import { ConditionEditor } from './condition.editor.tsx'
import type { Draft, DraftCondition, DraftStep, Problems } from './draft.ts'
import type { Offered } from './offered.ts'
import { Problem } from './problem.tsx'
import { SpanField } from './span-field.tsx'

type Props = {
  draft: Draft
  at: number
  problems: Problems
  offered: Offered
  /** @param focus the mark of what has the focus afterwards */
  set: (step: DraftStep, focus?: string) => void
  setWindow: (seconds: number | null) => void
  /** By how many places. */
  move: (by: number) => void
  remove: () => void
}

const mostConditions = 10
const newCondition: DraftCondition = { field: '', op: 'is', value: null }

const placeOf = (step: number, condition: number) => `passo ${step + 1}, condizione ${condition + 1}`

function Tools({ draft: { steps }, at, move, remove }: Pick<Props, 'draft' | 'at' | 'move' | 'remove'>) {
  const name = `passo ${at + 1}`
  return (
    <span className="step-tools">
      <button
        type="button"
        className="icon-button"
        data-mark={`su-${at}`}
        aria-label={`Sposta su il ${name}`}
        disabled={at === 0}
        onClick={() => move(-1)}
      >
        <ArrowUpIcon aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button"
        data-mark={`giu-${at}`}
        aria-label={`Sposta giù il ${name}`}
        disabled={at === steps.length - 1}
        onClick={() => move(1)}
      >
        <ArrowDownIcon aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Togli il ${name}`}
        disabled={steps.length <= 2}
        onClick={remove}
      >
        <Cross2Icon aria-hidden />
      </button>
    </span>
  )
}

/** One step: which event, under which conditions, and how soon after the one before. */
export function StepEditor(props: Props) {
  const { draft, at, problems, offered, set, setWindow } = props
  const step = draft.steps[at] as DraftStep
  const { event, where } = step
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
      {where.length > 0 && (
        <ul className="conditions" aria-label={`Condizioni del passo ${at + 1}`}>
          {where.map((condition, index) => (
            <ConditionEditor
              // biome-ignore lint/suspicious/noArrayIndexKey: a condition is nothing but its place.
              key={index}
              event={event}
              condition={condition}
              place={placeOf(at, index)}
              path={`${path}.where.${index}`}
              problems={problems}
              offered={offered}
              change={next => set({ event, where: where.with(index, next) })}
              remove={() =>
                set(
                  { event, where: where.toSpliced(index, 1) },
                  index < where.length - 1 ? placeOf(at, index) : `condizione-${at}`,
                )
              }
            />
          ))}
        </ul>
      )}
      <div className="step-foot">
        {event !== '' && where.length < mostConditions && (
          <button
            type="button"
            className="text-button"
            aria-label={`Aggiungi una condizione al passo ${at + 1}`}
            data-mark={`condizione-${at}`}
            onClick={() => set({ event, where: [...where, newCondition] }, placeOf(at, where.length))}
          >
            <PlusIcon aria-hidden /> Condizione
          </button>
        )}
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
      </div>
      <Problem problems={problems} path={`stepWindowsSeconds.${at - 1}`} />
    </li>
  )
}
