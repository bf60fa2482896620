import { type Trouble, troubleNames } from '@tba/events/alarms/states.ts'
import type { EventOf } from '../engine/projection.ts'
import type { Letter } from './letter.ts'
import { momentOf } from './rome-time.ts'

const sentences: Record<Trouble, string> = {
  lost: 'Il registro non ha più degli eventi da cui sono fatte le tabelle: serve un operatore.',
  disk: 'Resta libero meno del 10% del disco. Sotto il 5% il tracciamento si ferma.',
  behind: 'Da più di cinque minuti le tabelle non hanno tutto il registro: le pagine mostrano dati vecchi.',
}

type Told = {
  to: string
  trouble: Trouble
  letter: NonNullable<EventOf<'AlarmJudged'>['data']['letter']>
  at: string
  publicUrl: string
}

/** About the product’s own state. */
export function productLetter({ to, trouble, letter, at, publicUrl }: Told): Letter {
  const name = troubleNames[trouble]
  const time = momentOf(at)
  const isOver = letter === 'recovered'
  return {
    to,
    subject: `${isOver ? 'Rientrato' : letter === 'reminder' ? 'Ancora' : 'Attenzione'}: ${name}`,
    content: [
      isOver ? `Non è più così: ${name}. ${time}.` : `${sentences[trouble]} ${time}.`,
      { button: 'Apri Proiezioni', link: `${publicUrl}/admin/projections` },
    ],
  }
}
