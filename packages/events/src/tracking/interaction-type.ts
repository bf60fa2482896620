import type { Attributes } from '../attributes.ts'
import type { Condition } from '../condition.ts'
import type { Json } from '../json.ts'
import { consentWords } from './consent-banner.ts'

/** The types of tracked interactions, each offered like an event type. A click on the consent banner has its own. */
export const interactionTypes = [
  'page_view',
  'button_click',
  'banner_click',
  'scroll',
  'time_on_page',
  'error',
] as const
export type InteractionType = (typeof interactionTypes)[number]

/** Reported by a page without an action of the visitor. */
export const passiveTypes: readonly unknown[] = ['scroll', 'time_on_page', 'error']

/** What visitors do beside what they want. A question leaves these out unless it asks for them. */
export const sideKinds = ['consent', 'scroll', 'time_on_page', 'error'] as const
export type SideKind = (typeof sideKinds)[number]

const trackedType = 'InteractionTracked'

/** In a filter, beside the types: `InteractionTracked:page_view`. */
export const interactionFilter = (interaction: InteractionType) => `${trackedType}:${interaction}`

/** Null: it names no type of interaction. */
export const interactionTypeOf = (filter: string): InteractionType | null =>
  interactionTypes.find(interaction => interactionFilter(interaction) === filter) ?? null

export const bannerWords: readonly string[] = Object.values(consentWords)
const isBannerWord = (text: Json | undefined) => typeof text === 'string' && bannerWords.includes(text)

/** Whether either of the two events of a click is on the consent banner. */
export const isBannerClick = ({ eventType, elementText, eventName, eventLabel }: Attributes): boolean =>
  (eventType === 'button_click' && isBannerWord(elementText)) ||
  (eventName === 'button_click' && isBannerWord(eventLabel))

/** What it is beside an action of the visitor; null: an action. */
export function sideKindOf(type: string, data: Attributes): SideKind | null {
  if (type === 'ConsentChosen' || isBannerClick(data)) return 'consent'
  if (type !== trackedType) return null
  return sideKinds.find(kind => kind === data.eventType) ?? null
}

/** Whether an event has this event type or interaction type. */
export function matchesType(filter: string, { type, data }: { type: string; data: Attributes }): boolean {
  const tracked = interactionTypeOf(filter)
  if (tracked === null) return type === filter
  const actual = isBannerClick(data) ? 'banner_click' : data.eventType
  return type === trackedType && actual === tracked
}

/** Conditions that exclude clicks on the consent banner. */
export const withoutBanner: readonly Condition[] = bannerWords.map(value => ({
  field: 'elementText',
  op: 'isNot',
  value,
}))

/** A step of a funnel, or the start of a path, with this event type or interaction type. Clicks on the banner are no step. */
export function stepOf(filter: string): { event: string; where: Condition[] } {
  const interaction = interactionTypeOf(filter)
  if (interaction === null) return { event: filter, where: [] }
  const isOfType: Condition = { field: 'eventType', op: 'is', value: interaction }
  return { event: trackedType, where: [isOfType, ...(interaction === 'button_click' ? withoutBanner : [])] }
}

type Step = { event: string; where: readonly { field: string; op: string; value: unknown }[] }

/** The event type or interaction type of a step: the inverse of `stepOf`. */
export function filterOfStep({ event, where }: Step): string {
  const value = where.find(({ field, op }) => field === 'eventType' && op === 'is')?.value
  const interaction = interactionTypeOf(`${event}:${value}`)
  return interaction === null || interaction === 'banner_click' ? event : interactionFilter(interaction)
}
