import type { AlarmDefinition } from '@tba/events/alarms/definition.ts'
import { alarmSentence, unknownSentences } from '@tba/events/alarms/words.ts'
import { stepName } from '@tba/events/step-words.ts'
import type { EventOf } from '../engine/projection.ts'
import type { Letter } from './letter.ts'
import { momentOf } from './rome-time.ts'

type Judged = EventOf<'AlarmJudged'>['data']
type Alarm = {
  to: string
  name: string
  definition: AlarmDefinition
  judged: Judged & { letter: NonNullable<Judged['letter']> }
  link: string
}

const subjects = {
  firing: 'Avviso',
  reminder: 'Avviso ancora attivo',
  recovered: 'Avviso rientrato',
  unknown: 'Avviso che non si può verificare',
} as const

/** Counts and a link: a letter names nobody. */
export function alarmLetter({ to, name, definition, judged, link }: Alarm): Letter {
  const { letter, at, value, reason } = judged
  const time = momentOf(at)
  const sentences = {
    firing: `L’avviso «${name}» è scattato: ${time}.`,
    reminder: `L’avviso «${name}» è ancora attivo: ${time}. Te lo ricordiamo al massimo una volta al giorno.`,
    recovered: `L’avviso «${name}» è rientrato: ${time}. Da ora può scattare di nuovo.`,
    unknown: `Da mezz’ora non si può dire se l’avviso «${name}» debba scattare. ${unknownSentences[reason ?? 'behind']}`,
  }
  const counted = value === null ? [] : [['Contati', value.toLocaleString('it-IT')] as const]
  return {
    to,
    subject: `${subjects[letter]}: ${name}`,
    content: [
      sentences[letter],
      {
        rows: [
          ['Eventi', definition.series.map(stepName).join(', ')],
          ['Scatta con', alarmSentence(definition)],
          ...counted,
        ],
      },
      { button: 'Apri gli avvisi', link },
    ],
  }
}
