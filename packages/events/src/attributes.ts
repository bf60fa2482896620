import type { Json } from './json.ts'

/** The indexed fields of an event with their values. */
export type Attributes = { readonly [field: string]: Json | undefined }

/** Null for a missing or empty string. */
export function text(value: Json | undefined): string | null {
  if (value === undefined || value === '' || typeof value === 'object') return null
  return String(value)
}
