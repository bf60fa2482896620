/** In a route's schema: the call takes an Idempotency-Key, and a repeat of it does nothing twice. */
export const repeatable = { 'x-repeatable': true } as const

export function isRepeatable(schema: object): boolean {
  return 'x-repeatable' in schema
}
