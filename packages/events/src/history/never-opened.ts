import type { JsonObject } from '../json.ts'

/** Proofs of who somebody is, which nobody needs to read. */
const secrets: readonly string[] = ['passwordHash', 'password']

export const isNeverOpened = (field: string): boolean => secrets.includes(field)

/** An event's data without its secrets, as who opens it sees them. */
export function withoutSecrets(data: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).map(([field, value]) => [field, isNeverOpened(field) ? null : value]),
  )
}
