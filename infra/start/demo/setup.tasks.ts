import { brand } from '@tba/web/content/brand.ts'
import { planName } from '@tba/web/content/plans.ts'
import { brokerServers } from '@tba/web/setup/broker-servers.ts'
import type { Browsing } from './browsing.ts'
import { type Customer, type Task, tasks } from './customer.ts'
import type { Random } from './random.ts'

type Doing = (browsing: Browsing, customer: Customer) => void

/** The next task of the setup, as the dashboard asks for it. */
export function doTask(browsing: Browsing, customer: Customer): void {
  const task = tasks[customer.done]
  if (!task) return
  doings[task](browsing, customer)
  customer.done++
}

const doings: Record<Task, Doing> = {
  plan(browsing, customer) {
    const { plan } = customer.career
    browsing.click('Scegli Piano', 'main')
    browsing.goTo('/')
    browsing.wait(8, 60)
    choosePlan(browsing, customer, plan)
  },
  'broker-account'(browsing) {
    browsing.click('Apri Conto Broker', 'main')
    browsing.wait(120, 900)
    browsing.click('Segna come Completato', 'main')
    const step1_broker_link = brand.affiliateUrl
    browsing.do({ does: 'progress', changes: { step1_broker_account: true, step1_broker_link } })
  },
  mt4(browsing, customer) {
    const { random } = browsing
    browsing.click('Autentica MT4/MT5', 'main')
    browsing.wait(15, 80)
    browsing.click('Salva Credenziali', 'dialog')
    browsing.do({ does: 'credentials', credentialsId: random.uuid(), body: credentials(random) })
    const { linksAtOnce } = customer.career
    const changes = { step2_mt4_authenticated: true, step2_license_key: licence(random) }
    browsing.do({
      does: 'progress',
      changes: { ...changes, ...(linksAtOnce && { step2_axi_connected: true }) },
    })
    if (linksAtOnce && customer.done + 1 < customer.career.reaches) customer.done++
  },
  'copy-trading'(browsing) {
    browsing.click('Copia Codice', 'main')
    browsing.wait(60, 300)
    browsing.click('Segna come Completato', 'main')
    browsing.do({ does: 'progress', changes: { step2_axi_connected: true } })
  },
  security(browsing) {
    browsing.wait(10, 60)
    browsing.click('Completa Verifica (Demo)', 'main')
    const changes = { step3_security_verified: true, step3_screenshots: screenshots }
    browsing.do({ does: 'progress', changes })
  },
}

/** On the landing page, signed in. */
export function choosePlan(browsing: Browsing, customer: Customer, plan: Customer['career']['plan']): void {
  browsing.click(`Scegli ${planName(plan)}`, 'pricing')
  browsing.click('Attiva Piano', 'dialog')
  browsing.do({ does: 'plan', plan })
  customer.plan = plan
  browsing.wait(2, 2.3)
  browsing.goTo('/dashboard')
}

const screenshots = [
  ...['dashboard-broker.png', 'sezione-copy-trading.png', 'conferma-collegamento-bot.png'],
  ...['impostazioni-rischio-bot.png', 'conferma-finale.png'],
]

function credentials(random: Random) {
  return {
    platform: random.weighted([
      ['MT4', 58],
      ['MT5', 42],
    ] as const),
    server: random.pick(brokerServers).server,
    loginNumber: String(random.whole(1_000_000, 9_999_999)),
    password: random.hex(12),
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function licence(random: Random): string {
  return `TBA-${Array.from({ length: 10 }, () => alphabet[random.whole(0, alphabet.length - 1)]).join('')}`
}
