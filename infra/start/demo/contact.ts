import { dialCodes } from '@tba/web/content/dial-codes.ts'
import { planOffers } from '@tba/web/content/plans.ts'
import { choices } from '@tba/web/questionnaires/questions.ts'
import type { Browsing } from './browsing.ts'
import { leadMessages, questionnaireNotes } from './names.ts'
import type { Person } from './person.ts'
import type { Random } from './random.ts'

/** How somebody without an account asks for more: by the form behind a plan, or by the questionnaire. */
export function contact(browsing: Browsing, person: Person): void {
  if (browsing.random.chance(0.53)) leaveLead(browsing, person)
  else fillIn(browsing, person)
}

const plans = planOffers.map(
  offer => [offer, { starter: 45, professional: 40, elite: 15 }[offer.plan]] as const,
)

/** Not everybody who opens the form sends it. */
function leaveLead(browsing: Browsing, { firstName, lastName, email, phone }: Person): void {
  const { random } = browsing
  const { name, plan, depositEuro } = random.weighted(plans)
  browsing.click(`Scegli ${name}`, 'pricing')
  browsing.wait(15, 90)
  if (random.chance(0.25)) {
    browsing.click('Annulla', 'dialog')
    return
  }
  browsing.click('Crea Account', 'dialog')
  browsing.do({
    does: 'lead',
    leadId: random.uuid(),
    body: {
      name: `${firstName} ${lastName}`,
      email,
      ...(random.chance(0.7) && { phone: `+39 ${phone}` }),
      plan,
      deposit: String(depositEuro) as '500' | '1000' | '3000',
      ...(random.chance(0.45) && { message: random.pick(leadMessages) }),
    },
  })
}

const waysIn = [
  ['whatsapp', 'Scrivici su WhatsApp', 45],
  ['call', 'Richiedi una chiamata', 25],
  ['demo', 'Prenota una demo', 30],
] as const

/** Four pages of questions; at each some give up. The form is private: its buttons are told without their words. */
function fillIn(browsing: Browsing, person: Person): void {
  const { random } = browsing
  const [method, button] = random.weighted(waysIn.map(way => [way, way[2]] as const))
  const countryCode = random.chance(0.93) ? '+39' : random.pick(dialCodes).code
  browsing.click(button, 'closing')
  const query = new URLSearchParams({
    method,
    ...(method !== 'demo' && { phone: person.phone, country: countryCode }),
  })
  const path = `/questionnaire?${query}`
  browsing.goTo(path)
  for (let step = 1; step <= 4; step++) {
    browsing.wait(6, 45)
    if (random.chance(0.09)) return
    browsing.click(null, 'main')
  }
  const body = answers(random, { person, countryCode, method, source: `${browsing.site}${path}` })
  browsing.do({ does: 'questionnaire', questionnaireId: random.uuid(), body })
  browsing.wait(1, 6)
  browsing.click('Torna alla Homepage', 'main')
  browsing.goTo('/')
}

type Filled = { person: Person; countryCode: string; method: (typeof waysIn)[number][0]; source: string }

function answers(random: Random, { person, countryCode, method, source }: Filled) {
  const { firstName, lastName, email, phone, age, occupation } = person
  const chosen = (choice: keyof typeof choices, weights: readonly number[]) =>
    random.weighted(choices[choice].options.map(({ value }, at) => [value, weights[at] ?? 1] as const))
  return {
    ...{ name: `${firstName} ${lastName}`, email, phoneNumber: phone, countryCode, age, occupation },
    tradingExperience: chosen('tradingExperience', [34, 38, 21, 7]),
    investmentAmount: chosen('investmentAmount', [48, 33, 14, 5]),
    investmentGoal: chosen('investmentGoal', [41, 30, 17, 12]),
    riskTolerance: chosen('riskTolerance', [38, 49, 13]),
    timeframe: chosen('timeframe', [27, 31, 26, 16]),
    contactMethod: method,
    ...(random.chance(0.4) && { additionalInfo: random.pick(questionnaireNotes) }),
    source,
  }
}
