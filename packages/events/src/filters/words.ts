import type { Condition } from '../condition.ts'
import { trackedNames, valueNames } from '../value-names.ts'
import type { Filter, Filtered, FilterField } from './filter.ts'

/** A field of a visit or a person: what filters ask for, and breakdowns tell apart. */
export type Breakdown = FilterField | 'referrer'

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

export const noValue = '(senza valore)'

const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...valueNames,
  eventType: trackedNames,
}
/** Where there are no words for it, a value stays. */
export function valueWord(field: string, value: string | null): string {
  const words = known[field] ?? {}
  return value === null ? noValue : (Object.hasOwn(words, value) && words[value]) || value
}

/** A visit may have several values of these: some or none of them is meant. */
const several: Partial<Record<FilterField, [some: string, none: string]>> = {
  page: ['una pagina', 'nessuna pagina'],
  outcome: ['un esito', 'nessun esito'],
  refusal: ['un rifiuto', 'nessun rifiuto'],
}
export const operatorNames: Record<Condition['op'], string> = {
  is: 'è',
  isNot: 'non è',
  contains: 'contiene',
  startsWith: 'comincia con',
  gt: 'è più di',
  lt: 'è meno di',
}

type ValueName = (field: FilterField, value: string | null) => string

/** Two parts: «nessuna pagina è», «/strategies né /auth». */
export function filterWords(
  { field, op, values }: Filter,
  valueName: ValueName,
): [condition: string, values: string] {
  const [some, none] = several[field] ?? []
  const name = breakdownNames[field].toLowerCase()
  const condition =
    op === 'isNot' && none
      ? `${none} è`
      : `${field === 'plan' ? 'il piano' : (some ?? name)} ${operatorNames[op]}`
  const named = values.map(value => (op === 'contains' ? `«${value}»` : valueName(field, value)))
  return [condition, named.join(op === 'isNot' ? ' né ' : ' o ')]
}

/** What of everything is counted; null: all of it. */
export function narrowing({ filters = [], segment }: Filtered, valueName: ValueName): string | null {
  const words = filters.map(filter => filterWords(filter, valueName).join(' '))
  if (segment) words.push('di un segmento salvato')
  return words.length > 0 ? `Solo: ${words.join('; ')}.` : null
}
