import { fieldNames } from '@tba/events/field-names.ts'
import { isKeyOf } from '@tba/events/keys.ts'
import { bots } from '@tba/events/setup/plans.ts'
import { eventName } from './event-name.tsx'
import {
  categoryName,
  consentWord,
  contactWord,
  deviceWord,
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

const state = translator({
  new: 'Nuova',
  'no-answer': 'Non risponde',
  working: 'In lavorazione',
  lost: 'Persa',
})

/** Fields with a fixed set of words that funnels and paths ask for. */
const words: Readonly<Record<string, (value: string) => string>> = {
  device: deviceWord,
  state,
  botType: value => (isKeyOf(bots, value) ? bots[value].name : value),
  event: eventName,
  types: eventName,
  role: roleWord,
  plan: planWord,
  step: stepWord,
  steps: stepWord,
  contactMethod: contactWord,
  choice: consentWord,
  consent: consentWord,
  eventType: trackedName,
  eventName: trackedName,
  eventCategory: categoryName,
  page: withoutOrigin,
  referrer: withoutOrigin,
}

/** `status` from `bots.0.status`. */
export const lastField = (path: string) => path.split('.').findLast(part => !/^\d+$/.test(part)) ?? ''

/** `path` is that of the field: `bots.0.botType`. */
export function valueWord(path: string, value: string): string {
  const field = lastField(path)
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
