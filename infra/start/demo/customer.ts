import type { BotType, Plan } from '@tba/events/setup/plans.ts'
import type { Browser } from './browser.ts'
import type { Person } from './person.ts'
import type { Random } from './random.ts'

/** The way from the registration to the end of the setup, one after the other. */
export const tasks = ['plan', 'broker-account', 'mt4', 'copy-trading', 'security'] as const
export type Task = (typeof tasks)[number]

/** What a customer does beside the setup. */
export type Errand = 'profile' | 'bot' | 'other-plan' | 'monitoring' | 'strategies' | 'password'

/** How far a customer gets, and how. */
export type Career = {
  isCast: boolean
  plan: Plan
  /** How many of the tasks they ever do. */
  reaches: number
  /** Step 2b comes with 2a, as the pages do it; or later, or never. */
  linksAtOnce: boolean
  errands: Errand[]
  /** In the end they want to be forgotten. */
  leavesForGood: boolean
}

export type Customer = {
  random: Random
  person: Person
  browser: Browser
  accountId: string
  userId: number
  /** Where they are still signed in. */
  sessionId: string | null
  plan: Plan | null
  bots: Set<BotType>
  done: number
  career: Career
}

const reached = [
  [0, 24],
  [1, 17],
  [2, 17],
  [3, 3],
  [4, 15],
  [5, 24],
] as const
const plans = [
  ['starter', 46],
  ['professional', 39],
  ['elite', 15],
] as const
const errands = [
  ['profile', 26],
  ['bot', 22],
  ['monitoring', 26],
  ['strategies', 16],
  ['other-plan', 5],
  ['password', 5],
] as const

export function careerOf(random: Random): Career {
  const reaches = random.weighted(reached)
  const errandCount = reaches === 0 ? random.whole(0, 1) : random.whole(0, 4)
  return {
    isCast: false,
    plan: random.weighted(plans),
    reaches,
    linksAtOnce: reaches !== 3 && random.chance(0.94),
    errands: Array.from({ length: errandCount }, () => random.weighted(errands)),
    leavesForGood: random.chance(0.008),
  }
}
