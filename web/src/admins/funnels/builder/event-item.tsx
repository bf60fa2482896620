import { Cross2Icon } from '@radix-ui/react-icons'
import type { FunnelFields } from '@tba/events/funnels/views.ts'
import { filterOfStep, stepOf } from '@tba/events/tracking/interaction-type.ts'
import { type ReactNode, useContext } from 'react'
import { IconButton } from '../../parts/filters/controls.tsx'
import { FilterMenu } from '../../parts/filters/menus.tsx'
import { eventChoices, eventName, stepInteractionChoices } from '../../parts/words/event-name.tsx'
import { Conditions } from './condition.editor.tsx'
import type { DraftStep } from './draft.ts'
import { Problem, ProblemsOf } from './fields.tsx'

type Props = {
  /** «Serie 1», «della serie 1», «la serie 1». */
  names: readonly [item: string, of: string, it: string]
  mark: ReactNode
  step: DraftStep
  /** Where it stands in the definition: `series.0`. */
  path: string
  logFields: FunnelFields | undefined
  change: (step: DraftStep) => void
  /** Null: the only one stays. */
  remove: (() => void) | null
  children?: ReactNode
}

/** An event with conditions, in a list of such. */
export function EventItem({
  names: [item, of, it],
  mark,
  step,
  path,
  logFields,
  change,
  remove,
  children,
}: Props) {
  const { event, where } = step
  const chosen = filterOfStep({ event, where })
  const own = Object.entries(useContext(ProblemsOf)).flatMap(([at, message]) =>
    at.startsWith(`${path}.`) ? [[at.slice(path.length + 1), message]] : [],
  )
  return (
    <li className="step" aria-label={item}>
      <ProblemsOf value={Object.fromEntries(own)}>
        <div className="step-head">
          {mark}
          <FilterMenu
            name={`Evento ${of}`}
            shown={event === '' ? 'Scegli un evento…' : eventName(chosen)}
            hint="Cerca un evento…"
            choices={() => [...stepInteractionChoices, ...eventChoices]}
            chosen={event === '' ? [] : [chosen]}
            choose={next => next !== chosen && change(stepOf(next))}
          />
          <span className="step-tools">
            <IconButton aria-label={`Togli ${it}`} disabled={!remove} onClick={() => remove?.()}>
              <Cross2Icon aria-hidden />
            </IconButton>
          </span>
        </div>
        <Problem path="event" />
        <Conditions
          event={event}
          where={where}
          logFields={logFields}
          step={null}
          set={where => change({ event, where })}
        >
          {children}
        </Conditions>
      </ProblemsOf>
    </li>
  )
}
