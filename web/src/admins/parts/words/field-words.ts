import { alarmStates, counted, unknownSentences } from '@tba/events/alarms/words.ts'
import { failureSentences } from '@tba/events/replays/words.ts'
import { bots } from '@tba/events/setup/plans.ts'
import { eventName } from './event-name.tsx'
import { fieldNames } from './field-names.ts'
import {
  accountStates,
  categoryName,
  contactWord,
  deviceWord,
  letterEnds,
  letterTimes,
  planWord,
  roleWord,
  stepWord,
  trackedName,
  translator,
  withoutOrigin,
} from './labels.ts'

export const fieldName = translator(fieldNames)

/** Not for readers. */
const technicalFields = new Set(['position', 'passwordSince', 'since', 'end', 'asOf', 'revision'])
export const isReadable = (name: string) => !technicalFields.has(name)

const consent = translator({ all: 'Accettato', none: 'Rifiutato' })
const states = {
  unknown: 'Non c’è ancora',
  registered: 'Registrato',
  abandoned: 'Abbandonato',
  erased: 'Cancellato',
  open: 'Aperta',
  closed: 'Chiusa',
  submitted: 'Inviato',
  deleted: 'Eliminato',
  unused: 'Non usato',
  used: 'Usato',
  asked: 'Richiesta',
  cancelled: 'Annullata',
  finished: 'Finita',
  failed: 'Non riuscita',
  new: 'Nuova',
  'no-answer': 'Non risponde',
  working: 'In lavorazione',
  lost: 'Persa',
  ...accountStates,
}
const status = translator(states)
const by = translator({ customer: 'Dal cliente', 'reset-link': 'Con un link per la password' })
const kind = translator({
  customer: 'Cliente',
  lead: 'Contatto',
  questionnaire: 'Questionario',
  questionnaires: 'Questionari',
  customers: 'Clienti',
  people: 'Persone',
  leads: 'Contatti',
  interactions: 'Interazioni',
  analytics: 'Analytics',
  events: 'Eventi',
  requests: 'Richieste',
  overview: 'Panoramica',
  visits: 'Visite',
  users: 'Account',
  stream: 'Flusso',
  funnel: 'Funnel',
  projection: 'Proiezione',
  ...{ annotation: 'Annotazione', segment: 'Segmento', query: 'Domanda in SQL' },
  ...{ report: 'Report', trend: 'Andamento' },
  ...{ silence: 'Nessuno', below: 'Meno di', above: 'Più di', change: 'Variazione in %' },
})

/** Fields with a fixed set of words. The whole state may be one. */
const words: Readonly<Record<string, (value: string) => string>> = {
  '': status,
  device: deviceWord,
  status,
  state: translator({ ...states, ...alarmStates }),
  reason: translator({ ...unknownSentences, ...failureSentences }),
  letter: translator({ ...alarmStates, reminder: 'Promemoria', recovered: 'Rientrato' }),
  count: translator(counted),
  every: translator(letterTimes),
  why: translator(letterEnds),
  order: translator({ desc: 'Dal più nuovo', asc: 'Dal più vecchio' }),
  botType: value => (Object.hasOwn(bots, value) ? bots[value as keyof typeof bots].name : value),
  event: eventName,
  types: eventName,
  role: roleWord,
  by,
  kind,
  exported: kind,
  screen: kind,
  list: kind,
  plan: planWord,
  step: stepWord,
  steps: stepWord,
  contactMethod: contactWord,
  choice: consent,
  consent,
  eventType: trackedName,
  eventName: trackedName,
  eventCategory: categoryName,
  page: withoutOrigin,
  referrer: withoutOrigin,
}

/** `path` is that of the field: `bots.0.botType`. */
export function valueWord(path: string, value: string): string {
  const field = path.split('.').findLast(part => !/^\d+$/.test(part)) ?? ''
  return Object.hasOwn(words, field) ? (words[field]?.(value) ?? value) : value
}

/** `bots.0.botType` is «Bot 1: Tipo di bot». */
export function pathName(path: string): string {
  if (path === '') return 'Stato'
  return path
    .split('.')
    .map((part, at) => (/^\d+$/.test(part) && at > 0 ? ` ${Number(part) + 1}` : `: ${fieldName(part)}`))
    .join('')
    .slice(2)
}
