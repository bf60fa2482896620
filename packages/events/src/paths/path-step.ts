import { type Attributes, text } from '../attributes.ts'
import { pagePath } from '../tracking/page.ts'

/** A step of a path: an event type, with conditions that distinguish it. */
export type PathStep = {
  event: string
  /** Conditions that each of its events meets. */
  where: { field: string; op: 'is'; value: string }[]
  /** The path of a page, the text of an element …; null: the type is enough. */
  name: string | null
}

/** Recorded by the product beside another event. */
const bookkeeping: readonly string[] = ['VisitStarted', 'EmailClaimed', 'EmailReleased']

/** The field that distinguishes events of these types. */
const distinguishingField: Readonly<Record<string, string>> = {
  PlanActivated: 'plan',
  PlanChanged: 'plan',
  SetupStepCompleted: 'step',
  SetupStepReopened: 'step',
  BotActivated: 'botType',
  ConsentChosen: 'choice',
  ActionRefused: 'reason',
}

/** The step of an event in a path; null: none. */
export function pathStep(type: string, attributes: Attributes): PathStep | null {
  if (bookkeeping.includes(type)) return null
  const stepWith = (fields: string[], name: string | null) => {
    return { event: type, where: conditionsFor(attributes, fields), name }
  }
  if (type === 'InteractionTracked') {
    // A view is identified by its page, and not by its link. Other events by their element.
    if (attributes.eventType === 'page_view') return stepWith(['eventType', 'page'], pagePathOf(attributes))
    const element = text(attributes.elementText) === null ? 'elementId' : 'elementText'
    return stepWith(['eventType', element], text(attributes[element]))
  }
  if (type === 'AnalyticsEventTracked')
    return stepWith(['eventName', 'eventLabel'], text(attributes.eventLabel))
  const field = Object.hasOwn(distinguishingField, type) ? distinguishingField[type] : undefined
  return field ? stepWith([field], text(attributes[field])) : stepWith([], null)
}

/** Two events with the same key are the same step. */
export const stepKey = ({ event, where, name }: PathStep): string =>
  JSON.stringify([event, ...where.map(({ field, value }) => [field, value]), name])

/** Conditions on these fields. A page is compared by its path. */
export const conditionsFor = (attributes: Attributes, fields: readonly string[]): PathStep['where'] =>
  fields.flatMap(field => {
    const value = field === 'page' ? pagePathOf(attributes) : text(attributes[field])
    return value === null ? [] : [{ field, op: 'is' as const, value }]
  })

function pagePathOf({ page }: Attributes): string | null {
  const address = text(page)
  return address === null ? null : pagePath(address)
}
