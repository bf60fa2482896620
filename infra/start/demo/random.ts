import { faker } from '@faker-js/faker/locale/it'

/** What is drawn. Whoever begins a month seeds it: the same seed draws the same. Not for keys or passwords. */

export const begin = (seed: string) => faker.seed([...Buffer.from(seed)])

export const chance = (probability: number) => faker.datatype.boolean(probability)
export const between = (min: number, max: number) => faker.number.float({ min, max })
export const pick = <T>(list: readonly T[]): T => faker.helpers.arrayElement(list)
export const hex = (length: number) => faker.string.hexadecimal({ length, prefix: '', casing: 'lower' })
export const uuid = () => faker.string.uuid()
export const like = (pattern: RegExp) => faker.helpers.fromRegExp(pattern)

/** One of the entries, each as often as its weight says. */
export function weightedOf<T>(entries: readonly (readonly [weight: number, value: T])[]): T {
  return faker.helpers.weightedArrayElement(entries.map(([weight, value]) => ({ value, weight })))
}

export function weighted<T extends string>(weights: Record<T, number>): T {
  return weightedOf(Object.entries<number>(weights).map(([value, weight]) => [weight, value as T]))
}
