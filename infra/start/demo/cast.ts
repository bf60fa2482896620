import { browse } from './browsing.ts'
import { becomeCustomer, type Career } from './customer.ts'
import { addressOf, arrivalOf, browserOf, personOf } from './people.ts'
import { between } from './random.ts'
import type { Told, World } from './world.ts'

/** A customer whom every month has, and who can sign in. */
type Role = { name: readonly [string, string]; email: string; stage: string; career: Career }

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
  role(['Luca', 'Gallo'], 'setup complete', {}),
  role(['Sara', 'Lombardi'], 'setup complete, two more bots, a filled profile', {
    ...{ plan: 'elite', errands: ['profile', 'bot', 'bot'] },
  }),
]
/** Nobody can sign in with this one any more. */
const forgotten = role(['Paolo', 'Serra'], 'erased', { reaches: 2, leavesForGood: true })

function role(name: Role['name'], stage: string, differing: Partial<Career>): Role {
  const usual = { isCast: true, plan: 'professional', reaches: 5, linksAtOnce: true, errands: [] } as const
  return {
    name,
    email: addressOf(...name),
    stage,
    career: { ...usual, errands: [], leavesForGood: false, ...differing },
  }
}

/** Their first visits; those with the most steps to take come first. */
export function debuts(fromMs: number): NonNullable<Told['returns']>[] {
  return [forgotten, ...cast.toReversed()].map((role, at) => {
    const dueMs = fromMs + (at + between(0.4, 0.9)) * 24 * 3_600_000
    return { dueMs, isCast: true, tell: (world, startMs) => debut(world, startMs, role) }
  })
}

function debut(world: World, startMs: number, { name, career }: Role): Told {
  const browser = browserOf()
  const browsing = browse({ startMs, site: world.site, browser, arrival: arrivalOf() })
  browsing.load('/')
  browsing.scroll(100)
  const own = { ...career, errands: [...career.errands] }
  return becomeCustomer(world, browsing, { browser, person: personOf('', name), career: own })
}
