import { faker } from '@faker-js/faker/locale/it'
import { keysOf, recordOf } from '@tba/events/keys.ts'
import { depositEuro } from '@tba/events/setup/plans.ts'
import { faq } from '@tba/web/content/faq.ts'
import { planName } from '@tba/web/content/plans.ts'
import { choices } from '@tba/web/questionnaires/questions.ts'
import { type Browsing, browse } from './browsing.ts'
import { customer } from './customer.ts'
import { allNamed } from './named-customers.ts'
import { arrivals, browserOf, direct, type Person, personOf, randomPlan, robots } from './people.ts'
import { between, chance, hourMs, pick, usual, weighted } from './random.ts'
import type { Visitor, World } from './world.ts'

const pages = ['/strategies', '/press-kit', '/questionnaire', '/privacy', '/termini', '/cookie', '/auth']

/** Reads page after page, without scrolling, clicking or choosing consent. */
function robot(world: World, startMs: number): void {
  const browsing = browse(world, startMs, browserOf(robots))
  for (const page of ['/', ...pages.filter(() => chance(0.3))]) browsing.load(page)
  browsing.end()
}

/** How much of the landing page a person sees, from nearly nothing (0) to all (3). */
const firstInterests = { 0: 40, 1: 25, 2: 23, 3: 12 }
const laterInterests = { 0: 15, 1: 25, 2: 32, 3: 28 }

/** A person without an account, or a robot. The named customers come first, those with the most steps before the others. */
export function* newVisitor(world: World, firstMs: number): Visitor {
  const named = allNamed.at(-1 - world.peopleCount)
  if (!named && chance(0.08)) return robot(world, firstMs)
  const person = personOf(world.site, ++world.peopleCount, named)
  let [startMs, arrival, written] = [firstMs, faker.helpers.weightedArrayElement(arrivals), 0]
  for (let visits = 1; ; visits++) {
    const interest = named ? 3 : Number(weighted(visits === 1 ? firstInterests : laterInterests))
    const browsing = browse(world, startMs, person.browser, arrival)
    lookAround(browsing, interest)
    if (named || (interest === 3 && chance(0.2))) return yield* customer(browsing, person, named?.actions)
    if (interest === 3 && written < 3 && chance(0.55)) {
      written += 1
      // Who asks again has another plan in mind.
      if (chance(0.53)) leaveLead(browsing, written > 1 ? { ...person, plan: randomPlan() } : person)
      else fillIn(browsing, person)
    }
    const endMs = browsing.end()
    if (interest === 0 || visits > 4 || !chance(written > 0 ? 0.7 : 0.16)) return
    startMs = yield endMs + between(1.5, 150) * hourMs
    arrival = direct
  }
}

function lookAround(browsing: Browsing, interest: number): void {
  browsing.load('/')
  if (interest > 0) browsing.answerBanner(interest === 3 ? 0.6 : 0.4)
  if (interest > 1 || chance(0.45)) browsing.scroll(50)
  if (interest > 0 && chance(0.4))
    browsing.click(pick(['Funzionalità', 'Prezzi', 'Performance', 'FAQ']), 'header')
  if (interest < 2) return
  if (chance(0.75)) browsing.go(pick(['hero: Inizia con €500', 'header: Inizia Ora']))
  if (chance(0.7)) browsing.scroll(100)
  for (const [at, { question }] of faq.entries()) {
    if (!chance(0.22)) continue
    browsing.click(question, 'faq', `faq-${at}`)
    browsing.go([5, 40])
  }
  if (!chance(0.16)) return
  browsing.load('/strategies')
  if (chance(0.7)) browsing.scroll(50)
  browsing.load('/')
}

const messages = [
  'Buongiorno, vorrei capire come funziona il prelievo dei profitti.',
  'Ho già un conto presso un altro broker: devo aprirne uno nuovo?',
  'Non ho mai investito: ho bisogno di una spiegazione semplice.',
]

/** The form behind a plan. Not everybody who opens it submits it. */
function leaveLead(browsing: Browsing, { firstName, lastName, email, emailHash, plan, phone }: Person): void {
  browsing.go(`pricing: Scegli ${planName(plan)}`, [15, 90])
  const sends = chance(0.75)
  browsing.go(sends ? 'dialog: Invia la richiesta' : 'dialog: Annulla')
  if (!sends) return
  if (chance(0.15)) {
    browsing.refused('POST /api/leads', pick(['Email non valida', 'Al massimo 50 caratteri']), 400)
    browsing.go([5, 30], 'dialog: Invia la richiesta')
  }
  const lead = {
    name: `${firstName} ${lastName}`,
    email,
    emailHash,
    plan,
    depositEuro: depositEuro[plan],
    phone: chance(0.7) ? `+39 ${phone}` : null,
    message: chance(0.45) ? pick(messages) : null,
  }
  browsing.act(faker.string.uuid(), { type: 'SubmitLead', lead })
}

const buttons = { whatsapp: 'Scrivici su WhatsApp', call: 'Richiedi una chiamata', demo: 'Prenota una demo' }

/** Four pages of questions. Some give up at each. The form is private: its buttons are tracked without their texts. */
function fillIn(browsing: Browsing, person: Person): void {
  const { firstName, lastName, email, emailHash, phone, age, occupation } = person
  const contactMethod = weighted({ whatsapp: 45, call: 25, demo: 30 })
  const number = contactMethod === 'demo' ? '' : `&${new URLSearchParams({ phone, country: '+39' })}`
  const path = `/questionnaire?method=${contactMethod}${number}`
  browsing.go(`closing: ${buttons[contactMethod]}`, path)
  for (let page = 1; page <= 4; page++) {
    browsing.go([6, 45])
    if (chance(0.09)) return
    browsing.click(null, 'main')
  }
  const answers = recordOf(keysOf(choices), name => usual(choices[name].options).value)
  const questionnaire = {
    ...answers,
    name: `${firstName} ${lastName}`,
    email,
    emailHash,
    phone,
    countryCode: '+39',
    age,
    occupation,
    contactMethod,
    source: `${browsing.world.site.address}${path}`,
    additionalInfo: chance(0.4) ? pick(messages) : null,
  }
  browsing.act(faker.string.uuid(), { type: 'SubmitQuestionnaire', questionnaire })
  browsing.go('main: Torna alla Homepage', '/')
}
