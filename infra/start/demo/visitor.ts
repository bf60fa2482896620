import { depositEuro } from '@tba/events/setup/plans.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { faq } from '@tba/web/content/faq.ts'
import { planName } from '@tba/web/content/plans.ts'
import { type Browsing, browse } from './browsing.ts'
import { customer } from './customer.ts'
import { arrivalOf, browserOf, direct, type Person, personOf } from './people.ts'
import { between, chance, hourMs, pick, uuid, weighted } from './random.ts'
import type { Visitor, World } from './world.ts'

const pages = ['/strategies', '/press-kit', '/questionnaire', '/privacy', '/termini', '/cookie', '/auth']

/** Reads page after page, without scrolling, clicking or choosing consent. */
function robot(world: World, startMs: number): void {
  const browsing = browse(world, { startMs, browser: browserOf('robot') })
  for (const page of ['/', ...pages.filter(() => chance(0.3))]) {
    browsing.load(page)
    browsing.go([0.5, 3])
  }
  browsing.end()
}

/** How much of the landing page a person sees. Each level includes the next. */
const firstInterests = { none: 40, some: 25, much: 23, all: 12 }
const laterInterests = { none: 15, some: 25, much: 32, all: 28 }

/** A person without an account, or a robot. */
export function* newVisitor(world: World, firstMs: number): Visitor {
  if (chance(0.08)) return robot(world, firstMs)
  const [browser, person] = [browserOf(), personOf(++world.counts.people)]
  let [startMs, arrival, hasWritten] = [firstMs, arrivalOf(), false]
  for (let visits = 1; ; visits++) {
    const interest = weighted(visits === 1 ? firstInterests : laterInterests)
    const browsing = browse(world, { startMs, browser, arrival })
    browsing.load('/')
    if (interest === 'none') {
      if (chance(0.35)) browsing.scroll(50)
      return browsing.end()
    }
    browsing.answerBanner(interest === 'all' ? 0.6 : 0.4)
    lookAround(browsing, interest !== 'some')
    if (interest === 'all' && chance(0.2)) return yield* customer(browsing, { browser, person })
    // They do not submit the same data twice.
    if (interest === 'all' && !hasWritten && chance(0.55)) {
      hasWritten = true
      if (chance(0.53)) leaveLead(browsing, person)
      else fillIn(browsing, person)
    }
    browsing.end()
    if (visits > 4 || !chance(hasWritten ? 0.5 : 0.16)) return
    startMs = yield browsing.nowMs() + between(1.5, 150) * hourMs
    arrival = direct
  }
}

function lookAround(browsing: Browsing, thoroughly: boolean): void {
  if (chance(0.55)) browsing.scroll(50)
  if (chance(0.4)) browsing.click(pick(['Funzionalità', 'Prezzi', 'Performance', 'FAQ']), 'header')
  if (!thoroughly) return
  if (chance(0.75)) browsing.go(pick(['hero: Inizia con €500', 'header: Inizia Ora']))
  if (chance(0.7)) browsing.scroll(100)
  for (const [at, { question }] of faq.entries()) {
    if (!chance(0.22)) continue
    browsing.click(question, 'faq', `faq-${at}`)
    browsing.go([5, 40])
  }
  if (!chance(0.16)) return
  browsing.load('/strategies')
  if (chance(0.7)) browsing.scroll(100)
  browsing.load('/')
}

const messages = [
  'Buongiorno, vorrei capire come funziona il prelievo dei profitti.',
  'Ho già un conto presso un altro broker: devo aprirne uno nuovo?',
  'Preferirei essere chiamato dopo le 18.',
  'Non ho mai investito: ho bisogno di una spiegazione semplice.',
]

const contactOf = ({ world }: Browsing, { firstName, lastName, email }: Person) => ({
  ...{ name: `${firstName} ${lastName}`, email, emailHash: emailHash(world.secrets.emailHash, email) },
})

/** The form behind a plan. Not everybody who opens it submits it. */
function leaveLead(browsing: Browsing, person: Person): void {
  const plan = weighted({ starter: 45, professional: 40, elite: 15 })
  browsing.go(`pricing: Scegli ${planName(plan)}`, [15, 90])
  const sends = chance(0.75)
  browsing.go(sends ? 'dialog: Crea Account' : 'dialog: Annulla')
  if (!sends) return
  const phone = chance(0.7) ? `+39 ${person.phone}` : null
  const message = chance(0.45) ? pick(messages) : null
  const lead = { ...contactOf(browsing, person), plan, depositEuro: depositEuro[plan], phone, message }
  browsing.act(uuid(), { type: 'SubmitLead', lead })
}

const buttons = { whatsapp: 'Scrivici su WhatsApp', call: 'Richiedi una chiamata', demo: 'Prenota una demo' }

/** Four pages of questions. Some give up at each. The form is private: its buttons are tracked without their texts. */
function fillIn(browsing: Browsing, person: Person): void {
  const contactMethod = weighted({ whatsapp: 45, call: 25, demo: 30 })
  const { phone, age, occupation } = person
  const number = contactMethod === 'demo' ? '' : `&${new URLSearchParams({ phone, country: '+39' })}`
  const path = `/questionnaire?method=${contactMethod}${number}`
  browsing.go(`closing: ${buttons[contactMethod]}`, path)
  for (let page = 1; page <= 4; page++) {
    browsing.go([6, 45])
    if (chance(0.09)) return
    browsing.click(null, 'main')
  }
  const questionnaire = {
    ...{ ...contactOf(browsing, person), contactMethod, phone, countryCode: '+39', age, occupation },
    tradingExperience: weighted({ nessuna: 34, principiante: 38, intermedio: 21, avanzato: 7 }),
    investmentAmount: weighted({ '500-1000': 48, '1000-3000': 33, '3000-10000': 14, '10000+': 5 }),
    investmentGoal: weighted({
      ...{ 'reddito-passivo': 41, 'crescita-capitale': 30, diversificazione: 17, apprendimento: 12 },
    }),
    riskTolerance: weighted({ bassa: 38, media: 49, alta: 13 }),
    timeframe: weighted({ subito: 27, settimana: 31, mese: 26, futuro: 16 }),
    additionalInfo: chance(0.4) ? pick(messages) : null,
    source: `${browsing.world.site}${path}`,
  }
  browsing.act(uuid(), { type: 'SubmitQuestionnaire', questionnaire })
  browsing.go('main: Torna alla Homepage', '/')
}
