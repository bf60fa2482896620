import { faker } from '@faker-js/faker/locale/it'
import { keysOf } from '@tba/events/keys.ts'
import { present } from '@tba/events/present.ts'

/** Random values of a month. Not for keys or passwords. */

export const chance = (probability: number) => faker.datatype.boolean(probability)
export const between = (min: number, max: number) => faker.number.float({ min, max })
export const pick = <T>(list: readonly T[]): T => faker.helpers.arrayElement(list)
/** The first of a list are picked more often. */
export const usual = <T>(list: readonly T[]): T => pick(list.slice(0, Math.ceil(between(0, list.length))))

/** One of the keys, with the probability of its weight. */
export function weighted<T extends string>(weights: Record<T, number>): T {
  const choices = keysOf(weights).map(value => ({ value, weight: weights[value] }))
  return faker.helpers.weightedArrayElement(choices)
}

export const hourMs = 3_600_000

/** How many visit in each hour of Europe/Rome: few at four, most at nine in the evening. */
const byHour = [14, 7, 4, 2, 2, 4, 11, 26, 41, 52, 58, 57, 61, 66, 59, 52, 50, 53, 60, 67, 74, 83, 68, 36]
const byWeekday = { Sun: 0.68, Mon: 1.08, Tue: 1.12, Wed: 1.1, Thu: 1.05, Fri: 0.95, Sat: 0.72 }

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome', hour: '2-digit', weekday: 'short' })

export function romeTime(atMs: number) {
  const [weekday, , hour] = clock.formatToParts(atMs)
  const day = keysOf(byWeekday).find(name => name === weekday?.value)
  return { hour: Number(hour?.value), weekday: present(day) }
}

export type Span = { fromMs: number; untilMs: number }

/** Thirty calendar days, with today. */
export const monthBefore = (untilMs: number): Span => ({ fromMs: untilMs - 29 * 24 * hourMs, untilMs })

/** The times of visits in a span, in order: by day and night, weekday and weekend, with growth. */
export function visitTimes({ fromMs, untilMs }: Span, count: number): number[] {
  const hours: { value: number; weight: number }[] = []
  for (let value = fromMs; value < untilMs; value += hourMs) {
    const { hour, weekday } = romeTime(value)
    const growth = 1 + (0.45 * (value - fromMs)) / (untilMs - fromMs)
    hours.push({ value, weight: (byHour[hour] ?? 0) * byWeekday[weekday] * growth * between(0.85, 1.15) })
  }
  const time = () => Math.floor(faker.helpers.weightedArrayElement(hours) + between(0, hourMs))
  return Array.from({ length: count }, time).sort((one, other) => one - other)
}
