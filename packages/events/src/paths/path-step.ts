import type { Json } from '../json.ts'
import { pagePath } from '../tracking/page.ts'

/** What the events of a kind say: their fields, each with its value. */
export type Attributes = { readonly [field: string]: Json | undefined }

/** A step of a path: a type of events, and what tells some of them from others. */
export type PathStep = {
  event: string
  /** Conditions that each of its events meets. */
  where: { field: string; op: 'is'; value: string }[]
  /** The path of a page, the text of an element …; null: its type says all. */
  name: string | null
}

/** What a page reports without anybody doing something. */
const passive: readonly unknown[] = ['scroll', 'time_on_page']

/** What the product writes down beside another event of the same moment. */
const bookkeeping: readonly string[] = ['VisitStarted', 'EmailClaimed', 'EmailReleased']

/** Of facts, what tells one from the other. */
const telling: Readonly<Record<string, string>> = {
  PlanActivated: 'plan',
  PlanChanged: 'plan',
  SetupStepCompleted: 'step',
  SetupStepReopened: 'step',
  BotActivated: 'botType',
  ConsentChosen: 'choice',
  ActionRefused: 'reason',
}

/** The step that an event of this kind is in a path; null where it is none. */
export function pathStep(type: string, attributes: Attributes): PathStep | null {
  if (bookkeeping.includes(type)) return null
  const toldBy = (fields: string[], name: string | null) => {
    return { event: type, where: conditionsFor(attributes, fields), name }
  }
  if (type === 'InteractionTracked') {
    if (passive.includes(attributes.eventType)) return null
    // A view is told by its page, whatever link led there; all else by the element.
    if (attributes.eventType === 'page_view') return toldBy(['eventType', 'page'], pathIn(attributes))
    const element = text(attributes.elementText) === null ? 'elementId' : 'elementText'
    return toldBy(['eventType', element], text(attributes[element]))
  }
  if (type === 'AnalyticsEventTracked')
    return toldBy(['eventName', 'eventLabel'], text(attributes.eventLabel))
  const field = Object.hasOwn(telling, type) ? telling[type] : undefined
  return field ? toldBy([field], text(attributes[field])) : toldBy([], null)
}

/** Two events are the same step where this is the same. */
export const stepKey = ({ event, where, name }: PathStep): string =>
  JSON.stringify([event, ...where.map(({ field, value }) => [field, value]), name])

/** Conditions that hold for what says the same in these fields: of a page, by its path. */
export const conditionsFor = (attributes: Attributes, fields: readonly string[]): PathStep['where'] =>
  fields.flatMap(field => {
    const value = field === 'page' ? pathIn(attributes) : text(attributes[field])
    return value === null ? [] : [{ field, op: 'is' as const, value }]
  })

/** Null for nothing, and for nothing written. */
export function text(value: Json | undefined): string | null {
  if (value === null || value === undefined || value === '' || typeof value === 'object') return null
  return String(value)
}

function pathIn({ page }: Attributes): string | null {
  const address = text(page)
  return address === null ? null : pagePath(address)
}
