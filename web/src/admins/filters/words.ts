import type { Filter, Filtered, FilterField } from '@tba/events/filters/filter.ts'
import type { breakdowns } from '@tba/events/funnels/definition.ts'
import { noSource } from '@tba/events/overview/views.ts'
import { deviceWord, planWord, sourceWord, translator, withoutOrigin } from '../parts/words/labels.ts'

type Breakdown = (typeof breakdowns)[number]

export const breakdownNames: Record<Breakdown, string> = {
  device: 'Dispositivo',
  referrer: 'Sito di provenienza',
  source: 'Sorgente',
  campaign: 'Campagna',
  plan: 'Piano',
  page: 'Pagina vista',
  entryPage: 'Pagina d’ingresso',
  exitPage: 'Pagina d’uscita',
  browser: 'Browser',
  system: 'Sistema',
  language: 'Lingua',
  outcome: 'Esito',
  refusal: 'Rifiuto incontrato',
  error: 'Errore del browser',
}
const unknownGroups: Partial<Record<Breakdown, string>> = {
  device: 'non noto',
  source: sourceWord(noSource),
  browser: 'non noto',
  system: 'non noto',
  language: 'non nota',
}

const valueWords: Partial<Record<Breakdown, (value: string) => string>> = {
  device: deviceWord,
  plan: planWord,
  outcome: translator({
    lead: 'contatto',
    questionnaire: 'questionario',
    registration: 'registrazione',
    plan: 'piano attivato',
  }),
  error: translator({ yes: 'sì' }),
  page: withoutOrigin,
}
export const noValue = '(senza valore)'
export const valueName = (field: Breakdown, value: string | null) =>
  value === null ? noValue : (valueWords[field]?.(value) ?? value)
/** In a table of groups. */
export const groupName = (field: Breakdown, value: string | null) =>
  value === null ? (unknownGroups[field] ?? 'nessuno') : valueName(field, value)

/** A visit may have several values of these: some or none of them is meant. */
const several: Partial<Record<FilterField, [some: string, none: string]>> = {
  page: ['una pagina', 'nessuna pagina'],
  outcome: ['un esito', 'nessun esito'],
  refusal: ['un rifiuto', 'nessun rifiuto'],
}
export const opNames: Record<Filter['op'], string> = { is: 'è', isNot: 'non è', contains: 'contiene' }

/** Two parts: «nessuna pagina è», «/strategies né /auth». */
export function filterWords({ field, op, values }: Filter): [condition: string, values: string] {
  const [some, none] = several[field] ?? []
  const name = breakdownNames[field].toLowerCase()
  const condition =
    op === 'isNot' && none ? `${none} è` : `${field === 'plan' ? 'il piano' : (some ?? name)} ${opNames[op]}`
  const named = values.map(value => (op === 'contains' ? `«${value}»` : valueName(field, value)))
  return [condition, named.join(op === 'isNot' ? ' né ' : ' o ')]
}
export const filterText = (filter: Filter) => filterWords(filter).join(' ')

/** What is counted. */
export type Level = 'event' | 'visit' | 'customer' | 'person'
const levels: Record<Level, string> = {
  event: 'Eventi di visite in cui',
  visit: 'Visite in cui',
  customer: 'Clienti con una visita in cui',
  person: 'Persone con una visita in cui',
}
/** By what a definition counts. */
export const levelOf = (definition: { by: Level } | { count: 'events' | 'visits' | 'persons' }): Level =>
  'by' in definition
    ? definition.by
    : ({ events: 'event', visits: 'visit', persons: 'person' } as const)[definition.count]
/** A plan is of the customer or person, all the rest of one visit. */
export function levelName(level: Level, { filters = [], segment }: Filtered): string {
  const isOfPlan = !segment && filters.every(({ field }) => field === 'plan')
  return isOfPlan ? levels[level].replace(' con una visita in cui', ' di cui') : levels[level]
}
export const isOfVisits = (level: Level) => level === 'event' || level === 'visit'
