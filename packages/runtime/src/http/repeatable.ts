/** In a route's schema: the call takes an Idempotency-Key, and does nothing twice under the same one. */
export const repeatable = { 'x-repeatable': true } as const

export function isRepeatable(schema: object): boolean {
  return 'x-repeatable' in schema
}
