import { visitFilterLabels } from '@tba/events/field-names.ts'
import { periodName } from '../time/period.ts'
import { eventName } from '../words/event-name.tsx'
import { fieldName } from '../words/field-words.ts'
import { deviceWord, registeredWord, sourceWord, translator } from '../words/labels.ts'

export const outcomeWords = { true: 'Con un esito', false: 'Senza esito' }
export const troubledWords = { true: 'Solo con errori o rifiuti', false: 'Senza errori né rifiuti' }
export const robotWords = { false: 'Senza robot', true: 'Anche i robot', only: 'Solo robot' }

/** Its name may change; what it holds at a revision does not. */
const segmentWord = (text: string) => `alla revisione ${/"revision":(\d+)/.exec(text)?.[1] ?? '?'}`

const words: Readonly<Record<string, (value: string) => string>> = {
  type: eventName,
  period: periodName,
  source: sourceWord,
  device: deviceWord,
  registered: registeredWord,
  converted: translator(outcomeWords),
  troubled: translator(troubledWords),
  bots: translator(robotWords),
  segment: segmentWord,
}

/** The field `bots` of a customer has another name. */
export const filterLabel = (name: string) => (name === 'bots' ? visitFilterLabels.bots : fieldName(name))

/** A value in chips and saved views. */
export const filterWord = (name: string, value: string) => words[name]?.(value) ?? value
