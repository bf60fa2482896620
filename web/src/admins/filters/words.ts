import type { Filter, Filtered } from '@tba/events/filters/filter.ts'
import { type Breakdown, filterWords, noValue } from '@tba/events/filters/words.ts'
import { noSource } from '@tba/events/overview/views.ts'
import { valueNames } from '@tba/events/value-names.ts'
import { deviceWord, planWord, sourceWord, translator, withoutOrigin } from '../parts/words/labels.ts'

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
  outcome: translator(valueNames.outcome),
  error: translator(valueNames.error),
  page: withoutOrigin,
}
export const valueName = (field: Breakdown, value: string | null) =>
  value === null ? noValue : (valueWords[field]?.(value) ?? value)
/** In a table of groups. */
export const groupName = (field: Breakdown, value: string | null) =>
  value === null ? (unknownGroups[field] ?? 'nessuno') : valueName(field, value)

export const filterText = (filter: Filter) => filterWords(filter, valueName).join(' ')

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
