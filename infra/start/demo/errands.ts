import { type BotType, bots, botType, depositEuro, plan } from '@tba/events/setup/plans.ts'
import type { Browsing } from './browsing.ts'
import type { Customer, Errand } from './customer.ts'
import { bios } from './names.ts'
import type { Random } from './random.ts'
import { choosePlan } from './setup.tasks.ts'
import type { Told } from './told.ts'

type Doing = (browsing: Browsing, customer: Customer) => void

/** What a customer comes for beside the setup. Where their plan does not allow it, they only look at the page. */
export function doErrand(browsing: Browsing, customer: Customer, errand: Errand): void {
  doings[errand](browsing, customer)
}

const doings: Record<Errand, Doing> = {
  profile(browsing, customer) {
    browsing.click('Profilo', 'header')
    browsing.goTo('/profile')
    browsing.wait(20, 120)
    browsing.click('Salva Modifiche', 'main')
    browsing.do({ does: 'profile', changes: particulars(browsing.random, customer) })
  },
  bot(browsing, { plan, bots: active }) {
    if (!plan) return
    browsing.click('Aggiungi Bot', 'main')
    browsing.wait(8, 40)
    const budgetEuro = depositEuro[plan]
    const open = botType.options.filter(type => bots[type].minimumEuro <= budgetEuro && !active.has(type))
    if (open.length === 0) {
      browsing.click('Chiudi', 'dialog')
      return
    }
    const type = browsing.random.pick(open)
    active.add(type)
    browsing.click('Attiva Bot', 'dialog')
    browsing.do({ does: 'bot', botId: browsing.random.uuid(), body: botOrder(type, budgetEuro) })
  },
  'other-plan'(browsing, customer) {
    const others = plan.options.filter(other => other !== customer.plan)
    if (!customer.plan) return
    browsing.load('/')
    browsing.wait(10, 60)
    choosePlan(browsing, customer, browsing.random.pick(others))
  },
  monitoring(browsing) {
    browsing.click('Monitoring in Tempo Reale Operazioni e rendimento del giorno', 'main')
    browsing.wait(20, 240)
    browsing.click('Chiudi', 'dialog')
  },
  strategies(browsing) {
    browsing.load('/strategies')
    browsing.scroll(browsing.random.chance(0.6) ? 100 : 50)
    browsing.wait(10, 90)
  },
  password(browsing, customer) {
    const { random, accountId, userId, person } = customer
    // They had forgotten their password: the new one ends every session.
    if (browsing.signedIn) {
      browsing.click('Esci', 'header')
      browsing.do({ does: 'sign-out' })
    }
    browsing.load('/auth')
    browsing.click('Password dimenticata?', 'main')
    const link = { resetId: random.uuid(), email: person.email }
    browsing.wait(10, 30)
    browsing.do({ does: 'password-forgotten', ...link })
    browsing.wait(60, 300)
    browsing.load('/reset-password')
    browsing.wait(20, 60)
    browsing.click('Salva la nuova password', 'main')
    browsing.do({ does: 'password-reset', ...link })
    customer.sessionId = random.uuid()
    browsing.signedIn = { accountId, userId, sessionId: customer.sessionId }
    browsing.do({ does: 'sign-in', as: browsing.signedIn })
    browsing.goTo('/dashboard')
  },
}

/** They erase their account; nobody hears of them again. */
export function leaveForGood(browsing: Browsing, customer: Customer): Told {
  browsing.click('Profilo', 'header')
  browsing.goTo('/profile')
  browsing.wait(20, 90)
  browsing.click('Elimina account', 'main')
  browsing.wait(5, 30)
  browsing.click('Elimina definitivamente', 'dialog')
  browsing.do({ does: 'erasure', email: customer.person.email })
  browsing.signedIn = null
  browsing.goTo('/')
  return { visit: browsing.end(customer.accountId), returns: null }
}

function particulars(random: Random, { person }: Customer) {
  const handle = `${person.firstName}.${person.lastName}`.toLowerCase().replace(/[^a-z.]/g, '')
  return {
    phone: `+39 ${person.phone}`,
    country: 'Italia',
    timezone: 'Europe/Rome',
    ...(random.chance(0.4) && { bio: random.pick(bios) }),
    ...(random.chance(0.25) && { linkedinUrl: `https://www.example.com/in/${handle}` }),
    ...(random.chance(0.3) && { whatsappNumber: `+39 ${person.phone}` }),
  }
}

/** As the dashboard orders one: all of the budget, up to twice the bot's minimum. */
function botOrder(type: BotType, budgetEuro: number) {
  const { name, minimumEuro } = bots[type]
  return { botType: type, strategyName: name, allocatedAmount: Math.min(budgetEuro, minimumEuro * 2) }
}
