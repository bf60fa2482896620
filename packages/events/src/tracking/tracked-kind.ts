import type { Condition } from '../funnels/definition.ts'
import type { Json } from '../json.ts'
import { consentWords } from './consent-banner.ts'

/** The kinds of tracked interactions, each offered like an event type. A click on the consent banner is its own kind. */
export const trackedKinds = ['page_view', 'button_click', 'banner_click', 'scroll', 'time_on_page'] as const
export type TrackedKind = (typeof trackedKinds)[number]

const trackedType = 'InteractionTracked'

/** In a filter, beside the types: `InteractionTracked:page_view`. */
export const kindFilter = (kind: TrackedKind) => `${trackedType}:${kind}`

/** Null: it names no kind. */
export const trackedKindOf = (filter: string): TrackedKind | null =>
  trackedKinds.find(kind => kindFilter(kind) === filter) ?? null

type Data = { readonly [name: string]: Json | undefined }

export const bannerWords: readonly string[] = Object.values(consentWords)
const isBannerWord = (text: Json | undefined) => typeof text === 'string' && bannerWords.includes(text)

/** Whether either of the two events of a click is on the consent banner. */
export const isBannerClick = ({ eventType, elementText, eventName, eventLabel }: Data): boolean =>
  (eventType === 'button_click' && isBannerWord(elementText)) ||
  (eventName === 'button_click' && isBannerWord(eventLabel))

/** Whether an event has this type or kind. */
export function matchesType(filter: string, { type, data }: { type: string; data: Data }): boolean {
  const kind = trackedKindOf(filter)
  if (kind === null) return type === filter
  const its = isBannerClick(data) ? 'banner_click' : data.eventType
  return type === trackedType && its === kind
}

/** Conditions that exclude clicks on the consent banner. */
export const withoutBanner: readonly Condition[] = bannerWords.map(value => ({
  ...{ field: 'elementText', op: 'isNot', value },
}))

/** A step of a funnel, or the start of a path, with this type or kind. Clicks on the banner are no step. */
export function stepOf(filter: string): { event: string; where: Condition[] } {
  const kind = trackedKindOf(filter)
  if (kind === null) return { event: filter, where: [] }
  const isKind: Condition = { field: 'eventType', op: 'is', value: kind }
  return { event: trackedType, where: [isKind, ...(kind === 'button_click' ? withoutBanner : [])] }
}

type Step = { event: string; where: readonly { field: string; op: string; value: unknown }[] }

/** The type or kind of a step: the inverse of `stepOf`. */
export function filterOfStep({ event, where }: Step): string {
  const its = where.find(({ field, op }) => field === 'eventType' && op === 'is')?.value
  const kind = trackedKindOf(`${event}:${its}`)
  return kind === null || kind === 'banner_click' ? event : kindFilter(kind)
}
