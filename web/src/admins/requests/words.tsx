import type { RequestState } from '@tba/events/requests/states.ts'
import type { RequestList } from '@tba/events/requests/views.ts'
import { count } from '../../components/format.ts'
import { momentName } from '../parts/time/rome-time.ts'

export const stateNames: Record<RequestState, string> = {
  new: 'Nuova',
  'no-answer': 'Non risponde',
  working: 'In lavorazione',
  won: 'Cliente',
  lost: 'Persa',
}

export const kindNames = { lead: 'Contatto', questionnaire: 'Questionario' }

export const viewNames = { today: 'Oggi', mine: 'Mie', all: 'Tutte' }
export type View = keyof typeof viewNames

export const noneOf: Record<View, string> = {
  today:
    'Niente da fare, oggi: qui stanno le richieste nuove, quelle da richiamare entro stasera e quelle di nessuno.',
  mine: 'Nessuna richiesta è tua: aprine una e premi «La prendo io».',
  all: 'Nessuna richiesta, finora: chi lascia un contatto o compila un questionario comparirà qui.',
}

/** «3 aspettano, 1 in ritardo». */
export function waitingWords({ waiting, overdue }: Pick<RequestList, 'waiting' | 'overdue'>): string {
  if (waiting === 0) return 'Nessuna aspetta'
  const waits = waiting === 1 ? '1 aspetta' : `${count(waiting)} aspettano`
  return overdue === 0 ? waits : `${waits}, ${count(overdue)} in ritardo`
}

/** When to call back. */
export function CallAt({ at }: { at: string }) {
  const isOverdue = Date.parse(at) < Date.now()
  return (
    <span className="call-at" data-overdue={isOverdue}>
      <time dateTime={at} title={at}>
        {momentName(at)}
      </time>
      {isOverdue && <span> in ritardo</span>}
    </span>
  )
}
