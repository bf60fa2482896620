import { browserOf } from './browser.ts'
import { type Browsing, browse } from './browsing.ts'
import type { Customer } from './customer.ts'
import { doErrand, leaveForGood } from './errands.ts'
import { refusals } from './refusals.ts'
import { doTask } from './setup.tasks.ts'
import type { Returns, Told, World } from './told.ts'

const hourMs = 3_600_000

/** When a customer comes again, if there is anything left that they will ever do. */
export function comingBack(world: World, customer: Customer, endedMs: number): Returns | null {
  const { career, done, random } = customer
  const { isCast } = career
  if (done >= career.reaches && career.errands.length === 0 && !career.leavesForGood) return null
  const hours = isCast ? random.between(5, world.castBackWithinHours) : random.between(2, 110)
  const dueMs = endedMs + hours * hourMs
  return { dueMs, isCast, tell: atMs => customerVisit(world, customer, atMs) }
}

function customerVisit(world: World, customer: Customer, startMs: number): Told {
  const browsing = arrive(world, customer, startMs)
  const { random, career } = customer
  browsing.wait(3, 20)
  if (customer.done < career.reaches) {
    doTask(browsing, customer)
    if (customer.done < career.reaches && random.chance(0.35)) doTask(browsing, customer)
  } else {
    const errand = career.errands.shift()
    if (errand) doErrand(browsing, customer, errand)
    else if (career.leavesForGood) return leaveForGood(browsing, customer)
  }
  if (random.chance(0.25)) signOut(browsing, customer)
  return { visit: browsing.end(customer.accountId), returns: comingBack(world, customer, browsing.nowMs()) }
}

/** Still signed in, or by the form; now and then from another device. */
function arrive({ site }: World, customer: Customer, startMs: number): Browsing {
  const { random, accountId, userId } = customer
  if (random.chance(0.15)) {
    customer.browser = browserOf(random)
    customer.sessionId = null
  }
  const { browser, sessionId } = customer
  const signedIn = sessionId ? { accountId, userId, sessionId } : null
  const browsing = browse(random, { startMs, site, browser, signedIn })
  browsing.signedIn = signedIn
  if (signedIn) {
    browsing.load('/dashboard')
    return browsing
  }
  browsing.load('/auth')
  browsing.wait(6, 30)
  browsing.click('Accedi', 'main')
  mistypePassword(browsing)
  customer.sessionId = random.uuid()
  browsing.signedIn = { accountId, userId, sessionId: customer.sessionId }
  browsing.do({ does: 'sign-in', as: browsing.signedIn })
  browsing.goTo('/dashboard')
  return browsing
}

/** Not everybody remembers it at once. */
function mistypePassword(browsing: Browsing): void {
  for (let attempt = 1; attempt <= 3 && browsing.random.chance(0.28); attempt++) {
    browsing.do({ does: 'refused', refusal: refusals.wrongPassword })
    browsing.wait(4, 25)
    browsing.click('Accedi', 'main')
  }
}

function signOut(browsing: Browsing, customer: Customer): void {
  browsing.click('Esci', 'header')
  browsing.do({ does: 'sign-out' })
  browsing.signedIn = null
  customer.sessionId = null
  browsing.goTo('/')
}
