import { firstNames, lastNames, occupations } from './names.ts'
import type { Random } from './random.ts'

export type Person = {
  firstName: string
  lastName: string
  email: string
  /** As they write it, without the dial code. */
  phone: string
  age: string
  occupation: string
}

const ages = [
  ...([
    ['18-25', 12],
    ['26-35', 28],
    ['36-45', 27],
    ['46-55', 19],
  ] as const),
  ...([
    ['56-65', 10],
    ['65+', 4],
  ] as const),
]

const ofTheirAge: Record<string, string | undefined> = {
  '18-25': 'Studi universitari',
  '65+': 'In pensione',
}

/** @param mark makes the address of people with the same name different */
export function personOf(random: Random, mark: number): Person {
  const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)]
  return { firstName, lastName, email: addressOf(firstName, lastName, String(mark)), ...particulars(random) }
}

/** Somebody of this name. */
export function named(random: Random, [firstName, lastName]: readonly [string, string]): Person {
  return { firstName, lastName, email: addressOf(firstName, lastName), ...particulars(random) }
}

function particulars(random: Random) {
  const age = random.weighted(ages)
  return {
    age,
    occupation: random.chance(0.7) ? (ofTheirAge[age] ?? random.pick(occupations)) : random.pick(occupations),
    phone: `3${random.whole(20, 93)} ${random.whole(100, 999)} ${random.whole(1000, 9999)}`,
  }
}

/** In a reserved domain (RFC 2606), so that no letter ever reaches anybody. */
export function addressOf(...parts: string[]): string {
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[^A-Za-z0-9]/g, '')
      .toLowerCase()
  return `${parts.map(plain).join('.')}@example.com`
}
