import type { Joined } from '@tba/events/funnels/views.ts'
import type { Period } from '@tba/events/period.ts'
import useSWR from 'swr'
import { z } from 'zod'
import { count } from '../../../components/format.ts'
import { readAs } from '../../api/calls.ts'
import { momentName } from '../time/rome-time.ts'

/** Percentages of fewer say little. */
export const fewUnits = 20

const newestExpiry = z.object({ events: z.array(z.object({ data: z.object({ before: z.string() }) })) })

const persons = (amount: number) => `${count(amount)} ${amount === 1 ? 'persona' : 'persone'}`

const robotWords: Readonly<Record<string, string>> = { true: 'Con i robot.', only: 'Solo robot.' }

type Props = {
  /** Empty dates are no limit. */
  period: Period | undefined
  compared?: Period | undefined
  /** The counts that are shown, and those that percentages are of. */
  amounts?: readonly number[] | undefined
  /** What else has not ended, as a sentence. */
  open?: string | false | undefined
  /** As in an address. */
  robots?: string
  /** How many lack a visit, and where they count nevertheless. */
  unplaced?: number | undefined
  placed?: string
  joined?: Joined
}

/** Why numbers can mislead: below the filters of every page that counts. */
export function Cautions({
  period,
  compared,
  amounts = [],
  open,
  robots = '',
  unplaced = 0,
  joined,
  ...words
}: Props) {
  const expiry = useSWR('/api/admin/events?type=VisitsExpired&limit=1', readAs(newestExpiry))
  const expired = expiry.data?.events[0]?.data.before ?? ''
  const isOpen = period && (period.to === '' || Date.parse(period.to) > Date.now())
  const isFew = amounts.some(amount => amount > 0 && amount < fewUnits)
  const notes = [
    robotWords[robots] ?? 'Senza i robot.',
    unplaced > 0
      ? `Di altri ${count(unplaced)} non è nota nessuna visita, per lo più perché manca il consenso: ${words.placed ?? 'qui mancano'}.`
      : 'Ciò che si fa senza consenso non è di nessuna visita.',
    [period, compared].some(each => each && each.from < expired) &&
      `Le visite finite prima del ${momentName(expired)} sono scadute: qui mancano.`,
    isOpen && 'Il periodo non è finito: i numeri crescono ancora.',
    open,
    isFew && `Dove sono meno di ${fewUnits} un numero dice poco.`,
    joined &&
      `Di chi è entrato hanno più parti: ${persons(joined.address)} per lo stesso indirizzo, ${persons(joined.administrator)} per l’unione di un amministratore.`,
  ]
  return (
    <ul className="cautions quiet small" aria-label="Che cosa può ingannare">
      {notes.flatMap(note => (note ? [<li key={note}>{note}</li>] : []))}
    </ul>
  )
}
