import { PlusIcon } from '@radix-ui/react-icons'
import { operators } from '@tba/events/funnels/definition.ts'
import { useEffect, useRef, useState } from 'react'
import { ConditionEditor, offered } from '../funnels/condition.editor.tsx'
import type { DraftCondition } from '../funnels/draft.ts'
import { useFunnelFields } from '../funnels/funnels-data.ts'
import { TextButton } from '../parts/controls.tsx'

/** As the call takes it: `page:contains:/prezzi`. One that is being made lacks its value. */
const conditionWord = ({ field, op, value }: DraftCondition): string =>
  [field, op, ...(value === null ? [] : [value])].join(':')

/** What is no operator is kept: the server says what is wrong with it. */
function conditionIn(word: string): DraftCondition {
  const [field = '', op = 'is', ...value] = word.split(':')
  const known = operators.find(each => each === op)
  return {
    field,
    op: known ?? (op as DraftCondition['op']),
    value: value.length === 0 ? null : value.join(':'),
  }
}

/** Whether it is a condition at all, be it one without its value. */
export const isReadable = (word: string) => word.includes(':')

/** Whether it can be asked for. */
export const isWhole = (word: string) => {
  const { field, value } = conditionIn(word)
  return isReadable(word) && field !== '' && value !== null
}

type Props = { event: string; where: string[]; set: (where: string[]) => void }

const mostConditions = 10
const noProblems = {}

/** Which of the events of a type are meant: all conditions have to hold. */
export function ConditionsEditor({ event, where, set }: Props) {
  const offers = offered(useFunnelFields().data)
  const list = useRef<HTMLUListElement>(null)
  const adder = useRef<HTMLButtonElement>(null)
  // Where the focus goes: a condition that was added, or the one before that which was taken off.
  const [next, setNext] = useState<number | null>(null)
  useEffect(() => {
    if (next === null) return
    const field = list.current?.children[next]?.querySelector('button')
    ;(field ?? adder.current)?.focus()
    setNext(null)
  }, [next])
  return (
    <div className="path-conditions">
      {where.length > 0 && (
        <ul ref={list} aria-label="Condizioni">
          {where.map((word, at) => (
            <ConditionEditor
              // biome-ignore lint/suspicious/noArrayIndexKey: a condition is nothing but its place.
              key={at}
              event={event}
              condition={conditionIn(word)}
              place={`condizione ${at + 1}`}
              path={`where.${at}`}
              problems={noProblems}
              offered={offers}
              change={condition => set(where.with(at, conditionWord(condition)))}
              remove={() => {
                set(where.toSpliced(at, 1))
                setNext(Math.max(0, at - 1))
              }}
            />
          ))}
        </ul>
      )}
      {where.length < mostConditions && (
        <TextButton
          ref={adder}
          onClick={() => {
            set([...where, ':is'])
            setNext(where.length)
          }}
        >
          <PlusIcon aria-hidden /> Condizione
        </TextButton>
      )}
    </div>
  )
}
