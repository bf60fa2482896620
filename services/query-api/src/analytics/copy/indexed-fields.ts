import { fieldsOf } from '@tba/events/fields.ts'
import type { Json, JsonObject } from '@tba/events/json.ts'
import { memoized } from '@tba/events/memoized.ts'

/** Values that many events share: what visitors saw, clicked and were refused, and their browsers' data. */
const shared: Readonly<Record<string, readonly string[]>> = {
  VisitStarted: ['userAgent', 'referrer'],
  InteractionTracked: ['eventType', 'elementId', 'elementText', 'page'],
  AnalyticsEventTracked: ['eventName', 'eventCategory', 'eventLabel', 'page'],
  ActionRefused: ['action', 'reason', 'status'],
}

/**
 * The fields whose values are shared by many events: those above, and all choices. Never a sealed field, an id or an amount,
 * which would differ in each event. Never an optional field: so an event without one of these is unreadable for this build.
 */
export const indexedFields = memoized((type: string): readonly string[] =>
  fieldsOf(type)
    .filter(({ path, kind, choices }) => shared[type]?.includes(path) || kind === 'boolean' || choices.length)
    .map(({ path }) => path),
)

/** The values of the indexed fields of an event. */
export function attributesOf(type: string, data: { readonly [name: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(indexedFields(type).map(field => [field, data[field] ?? null]))
}
