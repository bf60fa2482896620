import { emailHash } from '@tba/runtime/email-hash.ts'
import { faq } from '@tba/web/content/faq.ts'
import { planOffers } from '@tba/web/content/plans.ts'
import { choices } from '@tba/web/questionnaires/questions.ts'
import { type Browsing, browse } from './browsing.ts'
import { becomeCustomer } from './customer.ts'
import { type Arrival, arrivalOf, type Browser, browserOf, direct, type Person, personOf } from './people.ts'
import { between, chance, pick, uuid, weighted } from './random.ts'
import type { Story, Told, World } from './world.ts'

/** Somebody who has no account. What they said of themselves, they do not say again. */
type Visitor = { browser: Browser; person: Person; hasWritten: boolean; visits: number }

/** Most are people, some are robots. */
export const newcomer: Story = (world, startMs) => {
  if (chance(0.08)) return robot(world, startMs)
  const who = { browser: browserOf(), person: personOf(world.nextPerson()), hasWritten: false, visits: 0 }
  return visit(who, arrivalOf())(world, startMs)
}

const pages = ['/strategies', '/press-kit', '/questionnaire', '/privacy', '/termini', '/cookie', '/auth']

/** Reads page after page, without scrolling, pressing anything or choosing consent. */
const robot: Story = ({ site }, startMs) => {
  const browsing = browse({ startMs, site, browser: browserOf('robot') })
  browsing.load('/')
  for (const page of pages.filter(() => chance(0.3))) {
    browsing.wait(0.5, 3)
    browsing.load(page)
  }
  return { steps: browsing.end(), returns: null }
}

/** How much of the landing page somebody takes in. Each sees less of it than the one behind. */
const interests = { first: [40, 25, 23, 12], later: [15, 25, 32, 28] }

function visit(who: Visitor, arrival: Arrival): Story {
  return (world, startMs) => {
    const { browser, person } = who
    const weights = who.visits++ > 0 ? interests.later : interests.first
    const interest = weighted(weights.map((weight, at) => [at, weight] as const))
    const browsing = browse({ startMs, site: world.site, browser, arrival })
    browsing.load('/')
    if (interest === 0) {
      if (chance(0.35)) browsing.scroll(50)
      return { steps: browsing.end(), returns: null }
    }
    browsing.answerBanner(interest === 3 ? 0.6 : 0.4)
    lookAround(browsing, interest > 1)
    if (interest === 3) {
      if (chance(0.2)) return becomeCustomer(world, browsing, { browser, person })
      if (chance(0.06)) forgetAboutAccount(browsing)
      if (!who.hasWritten && chance(0.55)) {
        if (chance(0.53)) leaveLead(world, browsing, person)
        else fillIn(world, browsing, person)
        who.hasWritten = true
      }
    }
    return { steps: browsing.end(), returns: maybeBack(who, browsing.nowMs()) }
  }
}

function maybeBack(who: Visitor, endedMs: number): Told['returns'] {
  if (who.visits > 4 || !chance(who.hasWritten ? 0.5 : 0.16)) return null
  return { dueMs: endedMs + between(1.5, 150) * 3_600_000, isCast: false, tell: visit(who, direct) }
}

const starts = [
  ['Inizia con €500', 'hero'],
  ['Inizia Ora', 'header'],
] as const

function lookAround(browsing: Browsing, thoroughly: boolean): void {
  if (chance(0.55)) browsing.scroll(50)
  if (chance(0.4)) browsing.click(pick(['Funzionalità', 'Prezzi', 'Performance', 'FAQ']), 'header')
  if (!thoroughly) return
  const [button, place] = pick(starts)
  if (chance(0.75)) browsing.click(button, place)
  if (chance(0.7)) browsing.scroll(100)
  for (const [at, { question }] of faq.entries()) {
    if (!chance(0.22)) continue
    browsing.click(question, 'faq', `faq-${at}`)
    browsing.wait(5, 40)
  }
  if (!chance(0.16)) return
  browsing.load('/strategies')
  if (chance(0.7)) browsing.scroll(100)
  browsing.load('/')
}

/** Somebody who had an account once: they are refused a second one, and leave it at that. */
function forgetAboutAccount(browsing: Browsing): void {
  browsing.click('Accedi', 'header')
  browsing.goTo('/auth')
  browsing.click('Registrati', 'main')
  browsing.wait(20, 75)
  browsing.refused('taken')
}

const messages = [
  'Buongiorno, vorrei capire come funziona il prelievo dei profitti.',
  'Ho già un conto presso un altro broker: devo aprirne uno nuovo?',
  'Preferirei essere chiamato dopo le 18.',
  'C’è un rischio di perdere più del deposito?',
  'Non ho mai investito: ho bisogno di una spiegazione semplice.',
  'Come vengono tassati i profitti?',
]
const offers = planOffers.map((offer, at) => [offer, [45, 40, 15][at] ?? 0] as const)

/** The form behind a plan. Not everybody who opens it sends it. */
function leaveLead({ secrets }: World, browsing: Browsing, person: Person): void {
  const { name: planName, plan, depositEuro } = weighted(offers)
  browsing.click(`Scegli ${planName}`, 'pricing')
  browsing.wait(15, 90)
  const sends = chance(0.75)
  browsing.click(sends ? 'Crea Account' : 'Annulla', 'dialog')
  if (!sends) return
  const lead = {
    ...{ ...contactOf(person), emailHash: emailHash(secrets.emailHash, person.email), plan, depositEuro },
    phone: chance(0.7) ? `+39 ${person.phone}` : null,
    message: chance(0.45) ? pick(messages) : null,
  }
  browsing.do(uuid(), { type: 'SubmitLead', lead })
}

const contactOf = ({ firstName, lastName, email }: Person) => ({ name: `${firstName} ${lastName}`, email })
const ways = [
  [{ contactMethod: 'whatsapp', button: 'Scrivici su WhatsApp' }, 45],
  [{ contactMethod: 'call', button: 'Richiedi una chiamata' }, 25],
  [{ contactMethod: 'demo', button: 'Prenota una demo' }, 30],
] as const

/** Four pages of questions; at each some give up. The form is private: its buttons are told without their words. */
function fillIn({ secrets }: World, browsing: Browsing, person: Person): void {
  const { contactMethod, button } = weighted<(typeof ways)[number][0]>(ways)
  browsing.click(button, 'closing')
  const number =
    contactMethod === 'demo' ? '' : `&${new URLSearchParams({ phone: person.phone, country: '+39' })}`
  const path = `/questionnaire?method=${contactMethod}${number}`
  browsing.goTo(path)
  for (let page = 1; page <= 4; page++) {
    browsing.wait(6, 45)
    if (chance(0.09)) return
    browsing.click(null, 'main')
  }
  const chosen = (choice: keyof typeof choices, weights: readonly number[]) =>
    weighted(choices[choice].options.map(({ value }, at) => [value, weights[at] ?? 1] as const))
  const questionnaire = {
    ...{ ...contactOf(person), emailHash: emailHash(secrets.emailHash, person.email), contactMethod },
    ...{ phone: person.phone, countryCode: '+39', age: person.age, occupation: person.occupation },
    tradingExperience: chosen('tradingExperience', [34, 38, 21, 7]),
    investmentAmount: chosen('investmentAmount', [48, 33, 14, 5]),
    investmentGoal: chosen('investmentGoal', [41, 30, 17, 12]),
    riskTolerance: chosen('riskTolerance', [38, 49, 13]),
    timeframe: chosen('timeframe', [27, 31, 26, 16]),
    additionalInfo: chance(0.4) ? pick(messages) : null,
    source: `${browsing.site}${path}`,
  }
  browsing.do(uuid(), { type: 'SubmitQuestionnaire', questionnaire })
  browsing.click('Torna alla Homepage', 'main')
  browsing.goTo('/')
}
