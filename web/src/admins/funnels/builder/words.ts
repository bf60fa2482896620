import { operatorNames } from '@tba/events/filters/words.ts'
import { keysOf } from '@tba/events/keys.ts'
import { eventsByCategory, streams } from '@tba/events/streams.ts'
import { withoutBanner } from '@tba/events/tracking/interaction-type.ts'
import { count } from '../../../components/format.ts'
import { durationInWords } from '../../parts/time/durations.ts'
import { eventName } from '../../parts/words/event-name.tsx'
import { fieldName, valueWord } from '../../parts/words/field-words.ts'
import type { DraftCondition } from './draft.ts'

export function valueName(field: string, value: DraftCondition['value']): string {
  if (value === null) return '…'
  if (typeof value === 'boolean') return value ? 'sì' : 'no'
  if (typeof value === 'number') return value.toLocaleString('it-IT')
  return valueWord(field, value)
}

const isSame = (one: DraftCondition, other: DraftCondition) =>
  one.field === other.field && one.op === other.op && one.value === other.value
/** The conditions that leave out clicks on the consent banner are shown as one checkbox. */
export const isOfBanner = (condition: DraftCondition) => withoutBanner.some(each => isSame(each, condition))
export const leavesOutBanner = (where: readonly DraftCondition[]) =>
  withoutBanner.every(each => where.some(condition => isSame(each, condition)))

type Step = { event: string; where?: readonly DraftCondition[] | undefined }

/** «Clic · Testo dell’elemento è «Inizia Ora»». */
export function stepName({ event, where = [] }: Step): string {
  const kind = where.find(({ field, op }) => op === 'is' && (field === 'eventType' || field === 'eventName'))
  const name = kind ? valueName(kind.field, kind.value) : event === '' ? 'Da scegliere' : eventName(event)
  const isShort = leavesOutBanner(where)
  const rest = where.filter(condition => condition !== kind && !(isShort && isOfBanner(condition)))
  return [name, ...rest.map(conditionName)].join(' · ')
}

/** «Visita iniziata → Contatto inviato». */
export const stepNames = ({ steps }: { steps: readonly Step[] }) => steps.map(stepName).join(' → ')

const conditionName = ({ field, op, value }: DraftCondition) =>
  `${fieldName(field)} ${operatorNames[op]} «${valueName(field, value)}»`

export const units = {
  visit: ['visita', 'visite'],
  customer: ['cliente', 'clienti'],
  person: ['persona', 'persone'],
} as const

export const unitCount = (by: keyof typeof units, amount: number) =>
  `${count(amount)} ${units[by][amount === 1 ? 0 : 1]}`

export const median = (seconds: number | null) => (seconds === null ? '—' : durationInWords(seconds))

const categoryOf = (step: Step | undefined) =>
  keysOf(eventsByCategory).find(category => step && step.event in eventsByCategory[category])

/** A request is no customer’s, but a person’s. */
export const isOfPerson = ({ by, steps: [first] }: { by: string; steps: readonly Step[] }) =>
  by === 'customer' && /^(lead|questionnaire)$/.test(categoryOf(first) ?? '')

/** A customer has the events of their account, and those of their visits. Null: they can have the first step. */
export function customerNote({ by, steps: [first] }: { by: string; steps: readonly Step[] }): string | null {
  const category = categoryOf(first)
  if (by !== 'customer' || !first || !category) return null
  const name = `«${eventName(first.event)}»`
  const { owner } = streams[category]
  if (owner === 'administrator' || category === 'tracking')
    return `${name} non è mai di un cliente: così non si conta nessuno.`
  if (owner !== 'nobody') return null
  return `${name} è di un cliente solo se è avvenuto in una sua visita, con il consenso: senza, qui manca.`
}
