import type { EventOf } from '../engine/projection.ts'
import type { Letter } from './letter.ts'

export const troubles = ['lost', 'disk', 'behind'] as const
export type Trouble = (typeof troubles)[number]

const moment = new Intl.DateTimeFormat('it-IT', {
  ...{ weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
  timeZone: 'Europe/Rome',
})

const words: Record<Trouble, { name: string; sentence: string }> = {
  lost: {
    name: 'il registro ha perso eventi',
    sentence: 'Il registro non ha più degli eventi da cui sono fatte le tabelle: serve un operatore.',
  },
  disk: {
    name: 'il disco è quasi pieno',
    sentence: 'Resta libero meno del 10% del disco. Sotto il 5% il tracciamento si ferma.',
  },
  behind: {
    name: 'le proiezioni sono indietro',
    sentence:
      'Da più di cinque minuti le tabelle non hanno tutto il registro: le pagine mostrano dati vecchi.',
  },
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
  const { name, sentence } = words[trouble]
  const time = `${moment.format(new Date(at))} (ora di Roma)`
  const isOver = letter === 'recovered'
  return {
    to,
    subject: `${isOver ? 'Rientrato' : letter === 'reminder' ? 'Ancora' : 'Attenzione'}: ${name}`,
    content: [
      isOver ? `Non è più così: ${name}. ${time}.` : `${sentence} ${time}.`,
      { button: 'Apri Proiezioni', link: `${publicUrl}/admin/projections` },
    ],
  }
}
