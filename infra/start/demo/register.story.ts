import { answerBanner, type Browsing } from './browsing.ts'
import { comingBack } from './customer.story.ts'
import { type Career, type Customer, careerOf } from './customer.ts'
import type { Person } from './person.ts'
import { refusals } from './refusals.ts'
import { doTask } from './setup.tasks.ts'
import type { Told, World } from './told.ts'

/** A visitor takes an account: from the page that they are on to the dashboard. */
export function becomeCustomer(world: World, browsing: Browsing, person: Person, career?: Career): Told {
  const { random, browser } = browsing
  const { firstName, lastName, email } = person
  const customer: Customer = {
    ...{ random, person, browser, plan: null, bots: new Set(), done: 0 },
    accountId: random.uuid(),
    userId: world.nextUserId(),
    sessionId: random.uuid(),
    career: career ?? careerOf(random),
  }
  browsing.click('Accedi', 'header')
  browsing.goTo('/auth')
  answerBanner(browsing, 0.7)
  browsing.click('Registrati', 'main')
  browsing.wait(20, 75)
  browsing.click('Registrati', 'main')
  if (random.chance(0.14)) {
    // Under another address of theirs they are a customer already.
    browsing.do({ does: 'refused', refusal: refusals.addressTaken })
    browsing.wait(8, 40)
    browsing.click('Registrati', 'main')
  }
  browsing.signedIn = signedIn(customer)
  browsing.do({ does: 'register', as: browsing.signedIn, body: { firstName, lastName, email } })
  browsing.goTo('/dashboard')
  if (customer.career.reaches > 0 && random.chance(0.6)) doTask(browsing, customer)
  return { visit: browsing.end(customer.accountId), returns: comingBack(world, customer, browsing.nowMs()) }
}

function signedIn({ accountId, userId, sessionId }: Customer) {
  return { accountId, userId, sessionId: sessionId ?? '' }
}
