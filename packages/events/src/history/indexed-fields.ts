import { z } from 'zod'
import { personalAt } from '../event.ts'
import type { Json, JsonObject } from '../json.ts'
import { memoized } from '../memoized.ts'
import { findShape } from '../registry.ts'

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
export const indexedFields: (type: string) => readonly string[] = memoized(fieldsOf)

/** The values of the indexed fields of an event. */
export function attributesOf(type: string, data: { readonly [name: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(indexedFields(type).map(field => [field, data[field] ?? null]))
}

function fieldsOf(type: string): string[] {
  const shape = findShape(type)
  if (!shape) return []
  const its = shared[type] ?? []
  const sealed = personalAt(shape, shape.version)
  return Object.entries(shape.schema.shape)
    .filter(([name, field]) => its.includes(name) || (!sealed.includes(name) && isChoice(field)))
    .map(([name]) => name)
}

function isChoice(field: unknown): boolean {
  if (field instanceof z.ZodNullable) return isChoice(field.unwrap())
  return field instanceof z.ZodEnum || field instanceof z.ZodBoolean
}
