import { arrivalOf } from './arrival.ts'
import { browserOf } from './browser.ts'
import { browse } from './browsing.ts'
import type { Career } from './customer.ts'
import { addressOf, named } from './person.ts'
import type { Random } from './random.ts'
import { becomeCustomer } from './register.story.ts'
import type { Returns, Told, World } from './told.ts'

/** A customer whom every month has, each at another stage of the setup. */
export type Role = { name: readonly [string, string]; email: string; stage: string } & Omit<
  Career,
  'isCast' | 'leavesForGood'
>

/** One at each stage of the setup. */
export const cast: readonly Role[] = [
  role(['Giulia', 'Ferri'], 'registered, no plan yet', { reaches: 0 }),
  role(['Marco', 'Bianchi'], 'Starter, no step done', { reaches: 1, plan: 'starter' }),
  role(['Elena', 'Conti'], 'step 1 done', { reaches: 2 }),
  role(['Davide', 'Russo'], 'step 2a done, the app still to be linked', { reaches: 3, linksAtOnce: false }),
  role(['Chiara', 'Moretti'], 'steps 1 and 2 done, the security check missing', {
    reaches: 4,
    plan: 'elite',
  }),
  role(['Luca', 'Gallo'], 'setup complete', { reaches: 5 }),
  role(['Sara', 'Lombardi'], 'setup complete, two more bots, a filled profile', {
    ...{ reaches: 5, plan: 'elite' },
    errands: ['profile', 'bot', 'bot'],
  }),
]

function role(name: Role['name'], stage: string, career: Partial<Career>): Role {
  const usual = { plan: 'professional', reaches: 5, linksAtOnce: true, errands: [] } as const
  return { ...usual, errands: [], ...career, name, email: addressOf(...name), stage }
}

/** Nobody can sign in with this one any more. */
const forgotten = role(['Paolo', 'Serra'], 'erased', { reaches: 2 })

const dayMs = 24 * 3_600_000

/** Their first visits; those with the most steps to take come first. */
export function debuts(world: World, fromMs: number, drawnBy: (name: string) => Random): Returns[] {
  return [forgotten, ...cast.toReversed()].map((role, at) => {
    const random = drawnBy(role.name.join(' '))
    const dueMs = fromMs + (at + random.between(0.4, 0.9)) * dayMs
    return { dueMs, isCast: true, tell: startMs => debut(world, random, { role, startMs }) }
  })
}

function debut(world: World, random: Random, { role, startMs }: { role: Role; startMs: number }): Told {
  const { name, plan, reaches, linksAtOnce, errands } = role
  const arrival = arrivalOf(random)
  const browsing = browse(random, { startMs, site: world.site, browser: browserOf(random), arrival })
  browsing.load('/')
  browsing.scroll(100)
  const career = { plan, reaches, linksAtOnce, errands: [...errands], isCast: true }
  return becomeCustomer(world, browsing, named(random, name), {
    ...career,
    leavesForGood: role === forgotten,
  })
}
