import type { UpdateProgress } from '@tba/events/setup/commands.ts'
import {
  type BotType,
  bots,
  botType,
  depositEuro,
  type Plan,
  plan as plans,
} from '@tba/events/setup/plans.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { sealSecret } from '@tba/runtime/sealing/secret.ts'
import { brand } from '@tba/web/content/brand.ts'
import { planName } from '@tba/web/content/plans.ts'
import { brokerServers } from '@tba/web/setup/broker-servers.ts'
import { type Browsing, browse, type SignedIn } from './browsing.ts'
import { type Browser, browserOf, type Person } from './people.ts'
import { between, chance, like, pick, uuid, weighted, whole } from './random.ts'
import type { Told, World } from './world.ts'

/** What a customer does beside the setup. */
type Errand = 'profile' | 'bot' | 'other-plan' | 'monitoring'

/** How far a customer gets, and how. */
export type Career = {
  isCast: boolean
  plan: Plan
  /** How many tasks of the setup they ever do. */
  reaches: number
  /** Step 2b comes with 2a, as the pages do it; or later, or never. */
  linksAtOnce: boolean
  errands: Errand[]
  /** In the end they want to be forgotten. */
  leavesForGood: boolean
}

type Customer = {
  person: Person
  browser: Browser
  as: SignedIn
  /** In the session that they opened last. */
  isSignedIn: boolean
  plan: Plan | null
  bots: Set<BotType>
  done: number
  career: Career
}
type Doing = (world: World, browsing: Browsing, customer: Customer) => void

const reached = [24, 17, 17, 3, 15, 24].map((weight, tasks) => [tasks, weight] as const)
const plansChosen = [
  ['starter', 46],
  ['professional', 39],
  ['elite', 15],
] as const
const errandsRun = [
  ['profile', 27],
  ['bot', 23],
  ['monitoring', 42],
  ['other-plan', 8],
] as const

function careerOf(): Career {
  const reaches = weighted(reached)
  const errands = Array.from({ length: whole(0, reaches === 0 ? 1 : 4) }, () => weighted<Errand>(errandsRun))
  return {
    ...{ isCast: false, plan: weighted<Plan>(plansChosen), reaches, errands },
    linksAtOnce: reaches !== 3 && chance(0.94),
    leavesForGood: chance(0.008),
  }
}

type Newcomer = { browser: Browser; person: Person; career?: Career }

/** A visitor takes an account: from the page that they are on to the dashboard. */
export function becomeCustomer(world: World, browsing: Browsing, newcomer: Newcomer): Told {
  const { browser, person, career = careerOf() } = newcomer
  const as = { accountId: uuid(), userId: world.nextUserId(), sessionId: uuid() }
  const customer = {
    person,
    browser,
    as,
    isSignedIn: true,
    plan: null,
    bots: new Set<BotType>(),
    done: 0,
    career,
  }
  browsing.click('Accedi', 'header')
  browsing.goTo('/auth')
  browsing.answerBanner(0.7)
  browsing.click('Registrati', 'main')
  browsing.wait(20, 75)
  if (chance(0.14)) {
    // Under another address of theirs they are a customer already.
    browsing.refused('taken')
    browsing.wait(8, 40)
    browsing.click('Registrati', 'main')
  }
  const { firstName, lastName, email } = person
  browsing.register(as, { firstName, lastName, email, password: career.isCast ? world.password : '' })
  browsing.goTo('/dashboard')
  if (career.reaches > 0 && chance(0.6)) doTask(world, browsing, customer)
  return { steps: browsing.end(), returns: comingBack(world, customer, browsing.nowMs()) }
}

/** When a customer comes again, if there is anything left that they will ever do. */
function comingBack(world: World, customer: Customer, endedMs: number): Told['returns'] {
  const { isCast, reaches, errands, leavesForGood } = customer.career
  if (customer.done >= reaches && errands.length === 0 && !leavesForGood) return null
  const hours = isCast ? between(5, world.castBackWithinHours) : between(2, 110)
  return { dueMs: endedMs + hours * 3_600_000, isCast, tell: (_, atMs) => comeBack(world, customer, atMs) }
}

function comeBack(world: World, customer: Customer, startMs: number): Told {
  const { career } = customer
  const browsing = arrive(world, customer, startMs)
  browsing.wait(3, 20)
  if (customer.done < career.reaches) {
    doTask(world, browsing, customer)
    if (customer.done < career.reaches && chance(0.35)) doTask(world, browsing, customer)
  } else {
    const errand = career.errands.shift()
    if (!errand) {
      leaveForGood(world, browsing, customer)
      return { steps: browsing.end(), returns: null }
    }
    errands[errand](world, browsing, customer)
  }
  if (chance(0.25)) browsing.signOut()
  customer.isSignedIn = browsing.signedIn() !== null
  return { steps: browsing.end(), returns: comingBack(world, customer, browsing.nowMs()) }
}

/** Still signed in, or by the form; now and then from another device. Not everybody remembers their password at once. */
function arrive({ site }: World, customer: Customer, startMs: number): Browsing {
  const isOtherDevice = chance(0.15)
  if (isOtherDevice) customer.browser = browserOf()
  const { browser, as } = customer
  const isSignedIn = customer.isSignedIn && !isOtherDevice
  const browsing = browse({ startMs, site, browser, as: isSignedIn ? as : null })
  browsing.load(isSignedIn ? '/dashboard' : '/auth')
  if (isSignedIn) return browsing
  browsing.wait(6, 30)
  browsing.click('Accedi', 'main')
  for (let attempt = 1; attempt <= 3 && chance(0.28); attempt++) {
    browsing.refused('password')
    browsing.wait(4, 25)
    browsing.click('Accedi', 'main')
  }
  customer.as = { ...as, sessionId: uuid() }
  browsing.signIn(customer.as)
  browsing.goTo('/dashboard')
  return browsing
}

/** The next task of the setup, as the dashboard asks for it. */
function doTask(world: World, browsing: Browsing, customer: Customer): void {
  tasks[customer.done++]?.(world, browsing, customer)
}

const progress = (browsing: Browsing, { as }: Customer, changes: UpdateProgress) =>
  browsing.do(as.accountId, { type: 'UpdateProgress', changes })

const tasks: Doing[] = [
  (_, browsing, customer) => {
    browsing.click('Scegli Piano', 'main')
    browsing.goTo('/')
    choosePlan(browsing, customer, customer.career.plan)
  },
  (_, browsing, customer) => {
    browsing.click('Apri Conto Broker', 'main')
    browsing.wait(120, 900)
    browsing.click('Segna come Completato', 'main')
    progress(browsing, customer, { step1_broker_account: true, step1_broker_link: brand.affiliateUrl })
  },
  ({ secrets }, browsing, customer) => {
    const { accountId, userId } = customer.as
    browsing.click('Autentica MT4/MT5', 'main')
    browsing.wait(15, 80)
    browsing.click('Salva Credenziali', 'dialog')
    const credentials = {
      ...{ credentialsId: uuid(), userId, platform: pick(['MT4', 'MT5'] as const) },
      ...{ server: pick(brokerServers).server, loginNumber: like(/[1-9][0-9]{6}/) },
      password: sealSecret(secrets.broker, like(/[a-z0-9]{12}/), accountId),
    }
    browsing.do(accountId, { type: 'SaveCredentials', credentials })
    const isLinked = customer.career.linksAtOnce
    progress(browsing, customer, {
      ...{ step2_mt4_authenticated: true, step2_license_key: like(/TBA-[A-Z0-9]{10}/) },
      ...(isLinked && { step2_axi_connected: true }),
    })
    if (isLinked && customer.done < customer.career.reaches) customer.done++
  },
  (_, browsing, customer) => {
    browsing.click('Copia Codice', 'main')
    browsing.wait(60, 300)
    browsing.click('Segna come Completato', 'main')
    progress(browsing, customer, { step2_axi_connected: true })
  },
  (_, browsing, customer) => {
    browsing.wait(10, 60)
    browsing.click('Completa Verifica (Demo)', 'main')
    const step3_screenshots = ['dashboard-broker.png', 'sezione-copy-trading.png', 'conferma-finale.png']
    progress(browsing, customer, { step3_security_verified: true, step3_screenshots })
  },
]

/** On the landing page, signed in. */
function choosePlan(browsing: Browsing, customer: Customer, plan: Plan): void {
  const { accountId, userId } = customer.as
  browsing.wait(8, 60)
  browsing.click(`Scegli ${planName(plan)}`, 'pricing')
  browsing.click('Attiva Piano', 'dialog')
  browsing.do(accountId, { type: 'ActivatePlan', userId, plan })
  customer.plan = plan
  browsing.goTo('/dashboard')
}

/** Where their plan does not allow it, they only look at the page. */
const errands: Record<Errand, Doing> = {
  profile(_, browsing, { as, person }) {
    browsing.click('Profilo', 'header')
    browsing.goTo('/profile')
    browsing.wait(20, 120)
    browsing.click('Salva Modifiche', 'main')
    const phone = `+39 ${person.phone}`
    const changes = {
      ...{ phone, country: 'Italia', timezone: 'Europe/Rome' },
      ...(chance(0.4) && { bio: pick(['Investo poco, ma con costanza.', 'Imparo un passo alla volta.']) }),
      ...(chance(0.3) && { whatsappNumber: phone }),
    }
    browsing.do(as.accountId, { type: 'UpdateProfile', changes })
  },
  bot(_, browsing, { as, plan, bots: active }) {
    if (!plan) return
    browsing.click('Aggiungi Bot', 'main')
    const budgetEuro = depositEuro[plan]
    const open = botType.options.filter(type => bots[type].minimumEuro <= budgetEuro && !active.has(type))
    browsing.click(open.length > 0 ? 'Attiva Bot' : 'Chiudi', 'dialog')
    if (open.length === 0) return
    const type = pick(open)
    active.add(type)
    const { name: strategyName, minimumEuro } = bots[type]
    const allocatedEuro = Math.min(budgetEuro, minimumEuro * 2)
    const bot = { botId: uuid(), userId: as.userId, botType: type, strategyName, allocatedEuro }
    browsing.do(as.accountId, { type: 'ActivateBot', bot })
  },
  'other-plan'(_, browsing, customer) {
    if (!customer.plan) return
    browsing.load('/')
    choosePlan(browsing, customer, pick(plans.options.filter(other => other !== customer.plan)))
  },
  monitoring(_, browsing) {
    browsing.click('Monitoring in Tempo Reale Operazioni e rendimento del giorno', 'main')
    browsing.wait(20, 240)
    browsing.click('Chiudi', 'dialog')
  },
}

/** They erase their account; nobody hears of them again. */
function leaveForGood({ secrets }: World, browsing: Browsing, { as, person }: Customer): void {
  browsing.click('Profilo', 'header')
  browsing.goTo('/profile')
  browsing.click('Elimina account', 'main')
  browsing.click('Elimina definitivamente', 'dialog')
  browsing.do(as.accountId, { type: 'EraseAccount' })
  browsing.do(emailHash(secrets.emailHash, person.email), { type: 'ReleaseEmail', accountId: as.accountId })
  browsing.forget()
  browsing.goTo('/')
}
