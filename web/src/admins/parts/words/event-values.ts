import { alarmStates, counted, unknownSentences } from '@tba/events/alarms/words.ts'
import { failureSentences } from '@tba/events/replays/words.ts'
import { definitionWords } from './definition-words.ts'
import { lastField, valueWord } from './field-words.ts'
import { accountStates, translator } from './labels.ts'
import { letterEnds, letterTimes } from './letter-words.ts'

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
  annotation: 'Annotazione',
  segment: 'Segmento',
  query: 'Domanda in SQL',
  report: 'Report',
  trend: 'Andamento',
  retention: 'Fidelizzazione',
  outcomes: 'Da richiesta a cliente',
  release: 'Rilascio',
  campaign: 'Campagna',
  outage: 'Guasto',
  note: 'Nota',
  silence: 'Nessuno',
  below: 'Meno di',
  above: 'Più di',
  change: 'Variazione in %',
})

/** What else events and states say. The whole state may be a word. */
const words: Readonly<Record<string, (value: string) => string>> = {
  '': status,
  status,
  state: translator({ ...states, ...alarmStates, ended: 'Terminato', waiting: 'Da confermare' }),
  reason: translator({ ...unknownSentences, ...failureSentences }),
  letter: translator({ ...alarmStates, reminder: 'Promemoria', recovered: 'Rientrato' }),
  kind,
  exported: kind,
  screen: kind,
  list: kind,
  by,
  count: translator(counted),
  every: translator(letterTimes),
  why: translator(letterEnds),
  order: translator({ desc: 'Dal più nuovo', asc: 'Dal più vecchio' }),
}

/** A word for any field of an event or a state. `path` is that of the field: `bots.0.botType`. */
export function eventValue(path: string, value: string): string {
  const field = lastField(path)
  const known = /^definition\./.test(path) ? { ...words, ...definitionWords } : words
  const word = Object.hasOwn(known, field) ? known[field]?.(value) : value
  return word === undefined || word === value ? valueWord(path, value) : word
}
