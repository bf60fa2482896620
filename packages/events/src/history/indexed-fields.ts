import { z } from 'zod'
import { personalAt } from '../event.ts'
import type { Json, JsonObject } from '../json.ts'
import { findShape } from '../registry.ts'
import { remembered } from '../remembered.ts'

/** What many events share: what visitors saw, pressed and were refused, and what their browsers say of themselves. */
const shared: Readonly<Record<string, readonly string[]>> = {
  VisitStarted: ['userAgent', 'referrer'],
  InteractionTracked: ['eventType', 'elementId', 'elementText', 'page'],
  AnalyticsEventTracked: ['eventName', 'eventCategory', 'eventLabel', 'page'],
  ActionRefused: ['action', 'reason', 'status'],
}

/**
 * The fields of which the history keeps each value once for all events that say the same: those above, and all choices
 * among a few. Never what is sealed, an id or an amount, which would be another one in each event; never what may be left
 * out, so that an event of which one of these is not kept is one that this build could not read.
 */
export const indexedFields: (type: string) => readonly string[] = remembered(fieldsOf)

/** The values of these fields, as the event has them. */
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
