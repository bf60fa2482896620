import { PlusIcon } from '@radix-ui/react-icons'
import { useEffect, useRef, useState } from 'react'
import { type Draft, mostSteps, type Problems } from './draft.ts'
import type { Offered } from './offered.ts'
import { Problem } from './problem.tsx'
import { StepEditor } from './step.editor.tsx'
import { withMoved, withNewStep, withoutStep, withStep, withStepWindow } from './step-moves.ts'

type Props = { draft: Draft; problems: Problems; offered: Offered; change: (draft: Draft) => void }

/** Two steps to eight, in their order. The focus follows the step that was moved, added, or comes in a removed one's place. */
export function StepsEditor({ draft, problems, offered, change }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const next = useRef('')
  const [told, setTold] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the changed steps are there.
  useEffect(() => {
    const marked = next.current && list.current?.querySelector<HTMLElement>(`[data-mark="${next.current}"]`)
    next.current = ''
    if (!marked) return
    const button = marked.matches('button:enabled') ? marked : marked.querySelector('button')
    const otherwise = marked.closest('.step')?.querySelector('button')
    ;(button ?? otherwise)?.focus()
  }, [draft])

  function go(changed: Draft, mark: string, said: string) {
    next.current = mark
    setTold(said)
    change(changed)
  }
  return (
    <section className="steps-editor" aria-label="Passi">
      <ol ref={list}>
        {draft.steps.map((_, at) => (
          <StepEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is nothing but its place.
            key={at}
            {...{ draft, at, problems, offered }}
            set={(step, mark = '') => {
              next.current = mark
              change(withStep(draft, at, step))
            }}
            setWindow={seconds => change(withStepWindow(draft, at - 1, seconds))}
            move={by =>
              go(
                withMoved(draft, at, at + by),
                `${by < 0 ? 'su' : 'giu'}-${at + by}`,
                `Passo ${at + 1} spostato al posto ${at + by + 1}`,
              )
            }
            remove={() =>
              go(
                withoutStep(draft, at),
                `passo-${Math.min(at, draft.steps.length - 2)}`,
                `Passo ${at + 1} tolto`,
              )
            }
          />
        ))}
      </ol>
      <Problem problems={problems} path="steps" />
      <Problem problems={problems} path="stepWindowsSeconds" />
      {draft.steps.length < mostSteps && (
        <button
          type="button"
          className="filter-button"
          onClick={() => go(withNewStep(draft), `passo-${draft.steps.length}`, 'Passo aggiunto')}
        >
          <PlusIcon aria-hidden /> Aggiungi un passo
        </button>
      )}
      <p className="visually-hidden" role="status">
        {told}
      </p>
    </section>
  )
}
