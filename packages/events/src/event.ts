import { z } from 'zod'
import type { JsonObject } from './json.ts'

/**
 * Declares the shape of an event. A shipped shape never changes: a new version is a new schema. The old schema stays, with an
 * upcaster for its data.
 */

const marks = z.registry<{ personal: true }>()

/** Marks a field as personal: an append seals it with its person's key. Nullable: null after that key is destroyed. */
export function personal<S extends z.ZodType>(schema: S): z.ZodNullable<S> {
  const field = schema.nullable()
  marks.add(field, { personal: true })
  return field
}

/** An earlier version. Its own marks say which fields of its events are sealed. */
type EarlierVersion = { schema: z.ZodObject; upcast: (old: JsonObject) => JsonObject }

export type EarlierShape = EarlierVersion & { personal: readonly string[] }

export type EventShape<S extends z.ZodObject = z.ZodObject> = {
  version: number
  schema: S
  /** Names of the sealed fields. */
  personal: readonly string[]
  /** After this event nothing about the person in the stream's name is kept. */
  erases: boolean
  /** `earlier[n]` is version n + 1. Its upcaster gives version n + 2. */
  earlier: readonly EarlierShape[]
}

type Options = { erases?: true; earlier?: readonly EarlierVersion[] }

/**
 * @throws {Error} at load time, if `personal` does not mark a whole field. A mark inside a nested object, a list or a union, or
 * with a wrapper other than `optional()`, would not seal
 */
export function event<S extends z.ZodObject>(schema: S, options: Options = {}): EventShape<S> {
  const earlier = (options.earlier ?? []).map(version => ({
    ...version,
    personal: personalIn(version.schema),
  }))
  return {
    version: earlier.length + 1,
    schema,
    personal: personalIn(schema),
    erases: options.erases ?? false,
    earlier,
  }
}

/** The names of the sealed fields in this version. */
export function personalAt(shape: EventShape, version: number): readonly string[] {
  return (shape.earlier[version - 1] ?? shape).personal
}

/** Converts data of an earlier version to the current shape. */
export function upcast(shape: EventShape, version: number, data: JsonObject): JsonObject {
  return shape.earlier.slice(version - 1).reduce((old, { upcast }) => upcast(old), data)
}

function personalIn({ shape }: z.ZodObject): string[] {
  const fields = Object.entries(shape)
  const marked = fields.filter(([, field]) => isPersonal(field)).map(([name]) => name)
  const misplaced = fields.find(([name, field]) => !marked.includes(name) && containsMark(field))
  if (misplaced)
    throw new Error(`the mark within ${misplaced[0]} would leave it unsealed: personal(…) marks whole fields`)
  return marked
}

/** An optional field wraps the marked one. */
function isPersonal(field: unknown): boolean {
  if (field instanceof z.ZodOptional) return isPersonal(field.unwrap())
  return isMarked(field)
}

/** zod copies a schema for a description or another check. Its registry still finds the mark. */
function isMarked(schema: unknown): schema is z.ZodType {
  return schema instanceof z.ZodType && marks.get(schema) !== undefined
}

function containsMark(part: unknown, seen: Set<unknown> = new Set()): boolean {
  if (typeof part !== 'object' || part === null || seen.has(part)) return false
  seen.add(part)
  if (isMarked(part)) return true
  const parts =
    part instanceof z.ZodType ? { ...part.def, lazy: part instanceof z.ZodLazy && part.unwrap() } : part
  return Object.values(parts).some(inner => containsMark(inner, seen))
}

/** `{ PlanActivated: event(…) }` → `{ type: 'PlanActivated', data: … } | …` */
export type EventsOf<D extends Record<string, EventShape>> = {
  [T in keyof D & string]: { type: T; data: z.infer<D[T]['schema']> }
}[keyof D & string]

/** The metadata of every event. */
export const metadata = z.object({
  /** `customer:<account>`, `admin:<id>`, `visitor`, `system` or `demo`. */
  actor: z.string(),
  /** The request. */
  correlationId: z.string(),
  /** The command, or the event that caused this one. */
  causationId: z.string(),
  /** The visit, only with the visitor's consent. */
  visitId: z.string().optional(),
  /** The session of the customer, which names the sign-in. */
  sessionId: z.uuid().optional(),
  schemaVersion: z.int().min(1),
})
export type Metadata = z.infer<typeof metadata>
