import { z } from 'zod'
import type { JsonObject } from './json.ts'

/**
 * How an event's shape is declared. A shipped shape never changes: a new version is a new schema, and the old one
 * stays beside it, with the upcaster that brings its data along.
 */

const marks = z.registry<{ personal: true }>()

/** Marks a field as personal: it is sealed on append with its person's key. Nullable: null once that key is destroyed. */
export function personal<S extends z.ZodType>(schema: S): z.ZodNullable<S> {
  const field = schema.nullable()
  marks.add(field, { personal: true })
  return field
}

/** An earlier version. The marks of its own schema say which fields of its events are sealed, not today's. */
type Shipped = { schema: z.ZodObject; upcast: (old: JsonObject) => JsonObject }

export type EarlierShape = Shipped & { personal: readonly string[] }

export type EventShape<S extends z.ZodObject = z.ZodObject> = {
  version: number
  schema: S
  /** Names of the sealed fields. */
  personal: readonly string[]
  /** Of the person in the stream's name nothing is kept from then on. */
  erases: boolean
  /** `earlier[n]` is version n + 1; its upcaster brings that to version n + 2. */
  earlier: readonly EarlierShape[]
}

type Options = {
  erases?: true
  earlier?: readonly Shipped[]
}

/**
 * @throws {Error} as the program loads, where `personal` marks anything but a whole field: inside a nested object, a list
 * or a union, or behind anything but `optional()`, it would not be sealed
 */
export function event<S extends z.ZodObject>(schema: S, options: Options = {}): EventShape<S> {
  const earlier = (options.earlier ?? []).map(shipped => ({
    ...shipped,
    personal: personalIn(shipped.schema),
  }))
  return {
    version: earlier.length + 1,
    schema,
    personal: personalIn(schema),
    erases: options.erases ?? false,
    earlier,
  }
}

/** The names of the fields that an event of this version has sealed. */
export function personalAt(shape: EventShape, version: number): readonly string[] {
  return (shape.earlier[version - 1] ?? shape).personal
}

/** Brings data that were recorded in an earlier version into the shape of today. */
export function upcast(shape: EventShape, version: number, data: JsonObject): JsonObject {
  return shape.earlier.slice(version - 1).reduce((old, { upcast }) => upcast(old), data)
}

function personalIn({ shape }: z.ZodObject): string[] {
  const fields = Object.entries(shape)
  const marked = fields.filter(([, field]) => isPersonal(field)).map(([name]) => name)
  const stray = fields.find(([name, field]) => !marked.includes(name) && holdsMark(field))
  if (stray)
    throw new Error(`the mark within ${stray[0]} would leave it unsealed: personal(…) marks whole fields`)
  return marked
}

/** A field that may be left out is wrapped around the marked one. */
function isPersonal(field: unknown): boolean {
  if (field instanceof z.ZodOptional) return isPersonal(field.unwrap())
  return isMarked(field)
}

/** zod copies a schema for a description or another check, and its registry still finds the copy's mark. */
function isMarked(schema: unknown): schema is z.ZodType {
  return schema instanceof z.ZodType && marks.get(schema) !== undefined
}

function holdsMark(part: unknown, seen: Set<unknown> = new Set()): boolean {
  if (typeof part !== 'object' || part === null || seen.has(part)) return false
  seen.add(part)
  if (isMarked(part)) return true
  const parts =
    part instanceof z.ZodType ? { ...part.def, lazy: part instanceof z.ZodLazy && part.unwrap() } : part
  return Object.values(parts).some(inner => holdsMark(inner, seen))
}

/** `{ PlanActivated: event(…) }` → `{ type: 'PlanActivated', data: … } | …` */
export type EventsOf<D extends Record<string, EventShape>> = {
  [T in keyof D & string]: { type: T; data: z.infer<D[T]['schema']> }
}[keyof D & string]

/** What every event carries beside its data. */
export const metadata = z.object({
  /** `customer:<account>`, `admin:<id>`, `visitor`, `system` or `demo`. */
  actor: z.string(),
  /** The request. */
  correlationId: z.string(),
  /** The command, or the event that this one reacts to. */
  causationId: z.string(),
  /** The visit it happened in: only with the visitor's consent. */
  visitId: z.string().optional(),
  /** The id of the session in which a customer did it: which sign-in it came from. */
  sessionId: z.uuid().optional(),
  schemaVersion: z.int().min(1),
})
export type Metadata = z.infer<typeof metadata>
