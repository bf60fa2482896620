import type { Action } from './customer.ts'
import { addressOf } from './people.ts'

const linked: Action[] = ['plan', 'broker', 'login and link']
const complete: Action[] = [...linked, 'security']
const named: [firstName: string, lastName: string, stage: string, ...actions: Action[]][] = [
  ['Giulia', 'Ferri', 'registered, no plan yet'],
  ['Marco', 'Bianchi', 'plan chosen, no step done', 'plan'],
  ['Elena', 'Conti', 'step 1 done', 'plan', 'broker'],
  ['Davide', 'Russo', 'step 2a done, the app still to be linked', 'plan', 'broker', 'login'],
  ['Paolo', 'Serra', 'erased', 'plan', 'broker', 'leave'],
  ['Chiara', 'Moretti', 'steps 1 and 2 done, the security check missing', ...linked],
  ['Luca', 'Gallo', 'setup complete', ...complete],
  [
    'Sara',
    'Lombardi',
    'setup complete, two more bots, a filled profile',
    ...complete,
    'profile',
    'bot',
    'bot',
  ],
]

/** The customers that every month has: one at each stage of the setup. Those with the most steps come last. */
export const allNamed = named.map(([firstName, lastName, stage, ...actions]) => {
  const name = { firstName, lastName, email: addressOf(firstName, lastName) }
  return { ...name, plan: 'professional' as const, stage, actions }
})

/** Those who can sign in. */
export const namedCustomers = allNamed.filter(({ stage }) => stage !== 'erased')
