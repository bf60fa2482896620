import { z } from 'zod'
import { personalAt } from './event.ts'
import { findShape, registry } from './registry.ts'

type Schema = z.core.$ZodType
type FieldKind = 'text' | 'number' | 'boolean'
/** `other`: it holds no single value. */
type Field<Kind = FieldKind | 'other'> = { path: string; kind: Kind; choices: readonly string[] }

/**
 * A field by its path in the data of an event type. A path inside a sealed field is sealed too. In a record with free names any
 * name is a field.
 */
export function fieldOf(type: string, path: string): Field | 'no-type' | 'no-field' | 'sealed' {
  const shape = findShape(type)
  if (!shape) return 'no-type'
  const [first = '', ...rest] = path.split('.')
  if (personalAt(shape, shape.version).includes(first)) return 'sealed'
  const schema = rest.reduce<Schema | null>(childSchema, childSchema(shape.schema, first))
  return schema === null ? 'no-field' : { path, ...kindOf(schema) }
}

/** The fields that steps may use, by event type, without free names. */
export function fieldsOf(type: string): Field<FieldKind>[] {
  const names = Object.keys(findShape(type)?.schema.shape ?? {})
  return names
    .map(name => fieldOf(type, name))
    .filter((field): field is Field<FieldKind> => typeof field === 'object' && field.kind !== 'other')
}

export const eventTypes: readonly string[] = Object.keys(registry).sort()
export const eventType = (missing: string) =>
  z.string(missing).refine(type => eventTypes.includes(type), {
    error: ({ input }) => `Tipo di evento sconosciuto: ${String(input).slice(0, 60)}`,
  })

function childSchema(schema: Schema | null, name: string): Schema | null {
  const inner = schema && unwrapped(schema)
  if (inner instanceof z.ZodObject && Object.hasOwn(inner.shape, name)) return inner.shape[name] ?? null
  return inner instanceof z.ZodRecord && name !== '' ? inner.valueType : null
}

/** Unwraps optional and nullable. */
function unwrapped(schema: Schema): Schema {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrapped(schema.unwrap())
    : schema
}

/** By zod's names. */
const kinds: Readonly<Record<string, FieldKind>> = {
  enum: 'text',
  string: 'text',
  union: 'text',
  boolean: 'boolean',
  number: 'number',
}

function kindOf(schema: Schema): Omit<Field, 'path'> {
  const inner = unwrapped(schema)
  const choices = inner instanceof z.ZodEnum ? inner.options.map(String) : []
  return { kind: kinds[inner._zod.def.type] ?? 'other', choices }
}
