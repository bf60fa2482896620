import { faker } from '@faker-js/faker/locale/it'

/** Seeds all random values: the same seed gives the same ones. Not for keys or passwords. */

export const begin = (seed: string) => faker.seed([...Buffer.from(seed)])

export const chance = (probability: number) => faker.datatype.boolean(probability)
export const between = (min: number, max: number) => faker.number.float({ min, max })
export const pick = <T>(list: readonly T[]): T => faker.helpers.arrayElement(list)
export const hex = (length: number) => faker.string.hexadecimal({ length, prefix: '', casing: 'lower' })
export const uuid = () => faker.string.uuid()
export const like = (pattern: RegExp) => faker.helpers.fromRegExp(pattern)

/** One of the keys, with the probability of its weight. */
export function weighted<T extends string>(weights: Record<T, number>): T {
  const entries = Object.entries<number>(weights)
  return faker.helpers.weightedArrayElement(entries.map(([key, weight]) => ({ value: key as T, weight })))
}
