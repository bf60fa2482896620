import { browse } from './browsing.ts'
import { type Career, customer } from './customer.ts'
import { addressOf, arrivalOf, browserOf, personOf } from './people.ts'
import { between } from './random.ts'
import type { Life, World } from './stage.ts'

type Role = { name: [string, string]; stage: string; wants?: Career['wants']; todo: Career['todo'] }

const roles: Role[] = [
  { name: ['Giulia', 'Ferri'], stage: 'registered, no plan yet', todo: [] },
  { name: ['Marco', 'Bianchi'], stage: 'Starter, no step done', wants: 'starter', todo: ['plan'] },
  { name: ['Elena', 'Conti'], stage: 'step 1 done', todo: ['plan', 'broker'] },
  {
    ...{ name: ['Davide', 'Russo'], stage: 'step 2a done, the app still to be linked' },
    todo: ['plan', 'broker', 'login'],
  },
  {
    ...{ name: ['Chiara', 'Moretti'], stage: 'steps 1 and 2 done, the security check missing' },
    ...{ wants: 'elite', todo: ['plan', 'broker', 'login and link'] },
  },
  {
    ...{ name: ['Luca', 'Gallo'], stage: 'setup complete' },
    todo: ['plan', 'broker', 'login and link', 'security'],
  },
  {
    ...{
      name: ['Sara', 'Lombardi'],
      stage: 'setup complete, two more bots, a filled profile',
      wants: 'elite',
    },
    todo: ['plan', 'broker', 'login and link', 'security', 'profile', 'bot', 'bot'],
  },
]
/** Nobody can sign in with this one any more. */
const forgotten: Role = { name: ['Paolo', 'Serra'], stage: 'erased', todo: ['plan', 'broker', 'leave'] }

/** Customers whom every month has, and who can sign in: one at each stage of the setup. */
export const cast = roles.map(({ name, stage }) => ({ email: addressOf(...name), stage }))

/** Those with the most steps to take come first. */
export function debuts(world: World, fromMs: number): Life[] {
  return [forgotten, ...roles.toReversed()].map((role, day) =>
    debut(world, fromMs + day * 24 * 3_600_000, role),
  )
}

function* debut(world: World, dayMs: number, { name, wants = 'professional', todo }: Role): Life {
  const startMs = yield { dueMs: dayMs + between(0.4, 0.9) * 24 * 3_600_000, isCast: true }
  const browser = browserOf()
  const browsing = browse(world, { startMs, browser, arrival: arrivalOf() })
  browsing.load('/')
  browsing.scroll(100)
  yield* customer(browsing, { browser, person: personOf('', name), isCast: true, wants, todo: [...todo] })
}
