import { browse } from './browsing.ts'
import { customer, type Doing } from './customer.ts'
import { addressOf, arrivalOf, browserOf, personOf } from './people.ts'
import { between, dayMs, hourMs, pick } from './random.ts'
import type { World } from './world.ts'

type Named = [firstName: string, lastName: string, stage: string, ...todo: Doing[]]

const named: Named[] = [
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
/** Nobody can sign in with this account. */
const erased: Named = ['Paolo', 'Serra', 'erased', 'plan', 'broker', 'leave']

/** The customers that every month has: one at each stage of the setup. */
export const namedCustomers = named.map(([first, last, stage]) => ({ email: addressOf(first, last), stage }))

/** Customers with the most steps start first, so that all reach their stage. @returns their number of visits */
export function startNamedCustomers(world: World, fromMs: number): number {
  let visits = 0
  for (const [day, [firstName, lastName, _stage, ...todo]] of [erased, ...named.toReversed()].entries()) {
    let startMs = fromMs + (day + between(0.4, 0.8)) * dayMs
    const browser = browserOf()
    const browsing = browse(world, { startMs, browser, arrival: arrivalOf() })
    browsing.load('/')
    browsing.scroll(100)
    const person = personOf('', [firstName, lastName])
    const visitor = customer(browsing, { browser, person, wants: 'professional', todo })
    for (visits++; !visitor.next(startMs).done; visits++)
      startMs += pick([1, 2, 3]) * dayMs + between(-2, 2) * hourMs
  }
  return visits
}
