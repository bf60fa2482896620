import { browse } from './browsing.ts'
import { type Career, customer } from './customer.ts'
import { addressOf, arrivalOf, browserOf, personOf } from './people.ts'
import { between, pick } from './random.ts'
import { dayMs, hourMs } from './rhythm.ts'
import type { World } from './story.ts'

type Role = [firstName: string, lastName: string, stage: string, ...todo: Career['todo']]

const roles: Role[] = [
  ['Giulia', 'Ferri', 'registered, no plan yet'],
  ['Marco', 'Bianchi', 'plan chosen, no step done', 'plan'],
  ['Elena', 'Conti', 'step 1 done', 'plan', 'broker'],
  ['Davide', 'Russo', 'step 2a done, the app still to be linked', 'plan', 'broker', 'login'],
  ['Chiara', 'Moretti', 'steps 1 and 2 done, the security check missing', 'plan', 'broker', 'login and link'],
  ['Luca', 'Gallo', 'setup complete', 'plan', 'broker', 'login and link', 'security'],
  [
    ...(['Sara', 'Lombardi', 'setup complete, two more bots, a filled profile'] as const),
    ...(['plan', 'broker', 'login and link', 'security', 'profile', 'bot', 'bot'] as const),
  ],
]
/** This account is erased: nobody can sign in with it. */
const forgotten: Role = ['Paolo', 'Serra', 'erased', 'plan', 'broker', 'leave']

/** The customers of every month who can sign in: one at each stage of the setup. */
export const cast = roles.map(([first, last, stage]) => ({ email: addressOf(first, last), stage }))

/** Customers with the most steps start first, so that all reach their stage. @returns their number of visits */
export function tellCast(world: World, fromMs: number): number {
  let visits = 0
  for (const [day, role] of [forgotten, ...roles.toReversed()].entries()) {
    const firstMs = fromMs + (day + between(0.4, 0.8)) * dayMs
    const life = debut(world, firstMs, role)
    for (let startMs = firstMs; !life.next(startMs).done; visits++)
      startMs += pick([1, 2, 3]) * dayMs + between(-2, 2) * hourMs
    visits++
  }
  return visits
}

function debut(world: World, startMs: number, [firstName, lastName, _stage, ...todo]: Role) {
  const [browser, person] = [browserOf(), personOf('', [firstName, lastName])]
  const browsing = browse(world, { startMs, browser, arrival: arrivalOf() })
  browsing.load('/')
  browsing.scroll(100)
  const passwordHash = world.passwordHashes.cast
  return customer(browsing, { browser, person, passwordHash, wants: 'professional', todo })
}
