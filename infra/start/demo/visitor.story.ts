import { faq } from '@tba/web/content/faq.ts'
import { type Arrival, arrivalOf, direct } from './arrival.ts'
import { type Browser, browserOf } from './browser.ts'
import { answerBanner, type Browsing, browse } from './browsing.ts'
import { contact } from './contact.ts'
import { type Person, personOf } from './person.ts'
import type { Random } from './random.ts'
import { refusals } from './refusals.ts'
import { becomeCustomer } from './register.story.ts'
import type { Returns, Told, World } from './told.ts'

/** How much of the landing page somebody takes in. Each of them sees less of it than the one behind. */
type Interest = 'bounces' | 'skims' | 'reads' | 'asks'

const interests: (readonly [Interest, number])[] = [
  ['bounces', 40],
  ['skims', 25],
  ['reads', 23],
  ['asks', 12],
]
/** Whoever comes back has not come by chance. */
const interestsOfReturning: (readonly [Interest, number])[] = [
  ['bounces', 15],
  ['skims', 25],
  ['reads', 32],
  ['asks', 28],
]

const hourMs = 3_600_000

/** Somebody who has no account. What they said of themselves, they will not say again. */
type Visitor = { browser: Browser; person: Person; hasWritten: boolean; visits: number }

export function visitor(world: World, random: Random, startMs: number): Told {
  const person = personOf(random, world.nextPerson())
  const newcomer = { browser: browserOf(random), person, hasWritten: false, visits: 0 }
  return visit({ world, random, who: newcomer, arrival: arrivalOf(random) }, startMs)
}

type Telling = { world: World; random: Random; who: Visitor; arrival: Arrival }

function visit({ world, random, who, arrival }: Telling, startMs: number): Told {
  const interest = random.weighted(who.visits > 0 ? interestsOfReturning : interests)
  const browsing = browse(random, { startMs, site: world.site, browser: who.browser, arrival })
  who.visits++
  browsing.load('/')
  if (interest === 'bounces') {
    if (random.chance(0.35)) browsing.scroll(50)
    return { visit: browsing.end(), returns: null }
  }
  answerBanner(browsing, interest === 'asks' ? 0.6 : 0.4)
  lookAround(browsing, interest)
  if (interest === 'asks') {
    if (random.chance(0.2)) return becomeCustomer(world, browsing, who.person)
    if (random.chance(0.06)) forgetAboutAccount(browsing)
    if (!who.hasWritten && random.chance(0.55)) {
      contact(browsing, who.person)
      who.hasWritten = true
    }
  }
  return {
    visit: browsing.end(),
    returns: maybeBack({ world, random, who, arrival: direct }, browsing.nowMs()),
  }
}

/** Somebody who had an account once, which they find out by being refused a second one, and leaves it at that. */
function forgetAboutAccount(browsing: Browsing): void {
  browsing.click('Accedi', 'header')
  browsing.goTo('/auth')
  browsing.click('Registrati', 'main')
  browsing.wait(20, 75)
  browsing.click('Registrati', 'main')
  browsing.do({ does: 'refused', refusal: refusals.addressTaken })
  browsing.wait(3, 20)
}

function maybeBack(telling: Telling, endedMs: number): Returns | null {
  const { random, who } = telling
  if (who.visits > 4 || !random.chance(who.hasWritten ? 0.5 : 0.16)) return null
  const dueMs = endedMs + random.between(1.5, 150) * hourMs
  return { dueMs, isCast: false, tell: atMs => visit(telling, atMs) }
}

const starts = [
  ['Inizia con €500', 'hero'],
  ['Inizia con €500', 'hero'],
  ['Inizia Ora', 'header'],
] as const
const sections = ['Funzionalità', 'Prezzi', 'Performance', 'FAQ']

function lookAround(browsing: Browsing, interest: Interest): void {
  const { random } = browsing
  if (random.chance(0.55)) browsing.scroll(50)
  if (random.chance(0.4)) browsing.click(random.pick(sections), 'header')
  if (interest === 'skims') return
  const [button, place] = random.pick(starts)
  if (random.chance(0.75)) browsing.click(button, place)
  if (random.chance(0.7)) browsing.scroll(100)
  for (const { question } of faq) {
    if (!random.chance(0.22)) continue
    browsing.click(question, 'faq', `faq-${faq.findIndex(entry => entry.question === question)}`)
    browsing.wait(5, 40)
  }
  if (random.chance(0.16)) {
    browsing.load('/strategies')
    if (random.chance(0.7)) browsing.scroll(100)
    browsing.wait(10, 60)
    browsing.load('/')
  }
}
