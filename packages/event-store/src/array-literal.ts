type Element = string | number | boolean | null

const special = /["\\]/

/**
 * A one-dimensional array as PostgreSQL reads it. The driver searches every element twice for characters to escape, also
 * numbers. That costs too much at thousands of events a second.
 */
export const arrayLiteral = (values: readonly Element[]): string => `{${values.map(elementOf).join()}}`

function elementOf(value: Element): string {
  if (typeof value !== 'string') return String(value)
  return `"${special.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`
}
