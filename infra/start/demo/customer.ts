import type { UpdateProgress } from '@tba/events/setup/commands.ts'
import { type BotType, bots, botType, depositEuro, type Plan, plan } from '@tba/events/setup/plans.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { sealSecret } from '@tba/runtime/sealing/secret.ts'
import { brand } from '@tba/web/content/brand.ts'
import { planName } from '@tba/web/content/plans.ts'
import { brokerServers } from '@tba/web/setup/broker-servers.ts'
import { type Browsing, browse, type SignedIn } from './browsing.ts'
import { type Browser, browserOf, type Person } from './people.ts'
import { between, chance, like, pick, uuid, weighted } from './random.ts'
import type { Life } from './stage.ts'

/** What a customer will ever do: steps of the setup, in their order, then errands. */
export type Career = { isCast: boolean; wants: Plan; todo: Doing[] }
type Setup = 'plan' | 'broker' | 'login' | 'login and link' | 'link' | 'security'
type Doing = Setup | 'profile' | 'bot' | 'other plan' | 'monitoring' | 'leave'

type Customer = Career & {
  person: Person
  browser: Browser
  as: SignedIn
  plan: Plan | null
  bots: Set<BotType>
}

function careerOf(): Career {
  const login: Doing[] = chance(0.06) ? ['login', 'link'] : ['login and link']
  const setup: Doing[] = ['plan', 'broker', ...login, 'security']
  const steps = Number(weighted({ 0: 24, 1: 17, 2: 17, 3: 18, 5: 24 }))
  const errands = { profile: 27, bot: 23, monitoring: 42, 'other plan': 8 }
  const count = Math.floor(between(0, steps === 0 ? 2 : 5))
  const run = Array.from({ length: count }, () => weighted(errands))
  return {
    ...{ isCast: false, wants: weighted({ starter: 46, professional: 39, elite: 15 }) },
    todo: [...setup.slice(0, steps), ...run, ...(chance(0.008) ? ['leave' as const] : [])],
  }
}

/** A visitor takes an account, and comes back until nothing is left to do. */
export function* customer(
  first: Browsing,
  who: Pick<Customer, 'person' | 'browser'> & Partial<Career>,
): Life {
  const { world } = first
  const as = { accountId: uuid(), userId: world.nextUserId(), sessionId: uuid() }
  const one: Customer = { ...careerOf(), ...who, as, plan: null, bots: new Set() }
  const doNext = () => {
    const next = one.todo.shift()
    if (next) doings[next](browsing, one)
  }
  let browsing = first
  signUp(browsing, one)
  if (chance(0.6)) doNext()
  for (;;) {
    browsing.end()
    if (one.todo.length === 0) return
    const hours = one.isCast ? between(5, world.castBackWithinHours) : between(2, 110)
    const startMs = yield { dueMs: browsing.nowMs() + hours * 3_600_000, isCast: one.isCast }
    browsing = arrive(browsing, one, startMs)
    browsing.go([3, 20])
    doNext()
    if (chance(0.3)) doNext()
    if (chance(0.25)) browsing.signOut()
  }
}

/** From the page that they are on to the dashboard. */
function signUp(browsing: Browsing, { as, person, isCast }: Customer): void {
  browsing.go('header: Accedi', '/auth')
  browsing.answerBanner(0.7)
  browsing.go('main: Registrati', [20, 75])
  if (chance(0.14)) {
    // Under another address of theirs they are a customer already.
    browsing.refused('taken')
    browsing.go([8, 40], 'main: Registrati')
  }
  browsing.register(as, person, browsing.world.passwordHashes[isCast ? 'cast' : 'others'])
  browsing.go('/dashboard')
}

/** Still signed in, or by the form; now and then from another device. Not everybody remembers their password at once. */
function arrive({ world, isSignedIn }: Browsing, one: Customer, startMs: number): Browsing {
  const isOtherDevice = chance(0.15)
  if (isOtherDevice) one.browser = browserOf()
  const as = isSignedIn() && !isOtherDevice ? one.as : null
  const browsing = browse(world, { startMs, browser: one.browser, as })
  browsing.load(as ? '/dashboard' : '/auth')
  if (as) return browsing
  browsing.go([6, 30], 'main: Accedi')
  for (let attempt = 1; attempt <= 3 && chance(0.28); attempt++) {
    browsing.refused('password')
    browsing.go([4, 25], 'main: Accedi')
  }
  one.as = { ...one.as, sessionId: uuid() }
  browsing.signIn(one.as)
  browsing.go('/dashboard')
  return browsing
}

const update = (browsing: Browsing, { as }: Customer, changes: UpdateProgress) =>
  browsing.act(as.accountId, { type: 'UpdateProgress', changes })

function choosePlan(browsing: Browsing, one: Customer, plan: Plan): void {
  const { accountId, userId } = one.as
  browsing.go([8, 60], `pricing: Scegli ${planName(plan)}`, 'dialog: Attiva Piano')
  browsing.act(accountId, { type: 'ActivatePlan', userId, plan })
  one.plan = plan
  browsing.go('/dashboard')
}

function logIn(browsing: Browsing, one: Customer, linked: UpdateProgress): void {
  const { accountId, userId } = one.as
  browsing.go('main: Autentica MT4/MT5', [15, 80], 'dialog: Salva Credenziali')
  const credentials = {
    ...{ credentialsId: uuid(), userId, platform: pick(['MT4', 'MT5'] as const) },
    ...{ server: pick(brokerServers).server, loginNumber: like(/[1-9][0-9]{6}/) },
    password: sealSecret(browsing.world.secrets.broker, like(/[a-z0-9]{12}/), accountId),
  }
  browsing.act(accountId, { type: 'SaveCredentials', credentials })
  const step2_license_key = like(/TBA-[A-Z0-9]{10}/)
  update(browsing, one, { step2_mt4_authenticated: true, step2_license_key, ...linked })
}

/** Where their plan does not allow an errand, they only look at the page. */
const doings: Record<Doing, (browsing: Browsing, one: Customer) => void> = {
  plan(browsing, one) {
    browsing.go('main: Scegli Piano', '/')
    choosePlan(browsing, one, one.wants)
  },
  broker(browsing, one) {
    browsing.go('main: Apri Conto Broker', [120, 900], 'main: Segna come Completato')
    update(browsing, one, { step1_broker_account: true, step1_broker_link: brand.affiliateUrl })
  },
  login: (browsing, one) => logIn(browsing, one, {}),
  /** Both halves of step 2 at once, as the pages do it. */
  'login and link': (browsing, one) => logIn(browsing, one, { step2_axi_connected: true }),
  link(browsing, one) {
    browsing.go('main: Copia Codice', [60, 300], 'main: Segna come Completato')
    update(browsing, one, { step2_axi_connected: true })
  },
  security(browsing, one) {
    browsing.go([10, 60], 'main: Completa Verifica (Demo)')
    const step3_screenshots = ['dashboard-broker.png', 'sezione-copy-trading.png', 'conferma-finale.png']
    update(browsing, one, { step3_security_verified: true, step3_screenshots })
  },
  profile(browsing, { as, person }) {
    browsing.go('header: Profilo', '/profile', [20, 120], 'main: Salva Modifiche')
    const phone = `+39 ${person.phone}`
    const changes = {
      ...{ phone, country: 'Italia', timezone: 'Europe/Rome' },
      ...(chance(0.4) && { bio: pick(['Investo poco, ma con costanza.', 'Imparo un passo alla volta.']) }),
      ...(chance(0.3) && { whatsappNumber: phone }),
    }
    browsing.act(as.accountId, { type: 'UpdateProfile', changes })
  },
  bot(browsing, { as, plan, bots: active }) {
    if (!plan) return
    const budgetEuro = depositEuro[plan]
    const open = botType.options.filter(type => bots[type].minimumEuro <= budgetEuro && !active.has(type))
    browsing.go('main: Aggiungi Bot', open.length > 0 ? 'dialog: Attiva Bot' : 'dialog: Chiudi')
    if (open.length === 0) return
    const type = pick(open)
    active.add(type)
    const { name: strategyName, minimumEuro } = bots[type]
    const allocatedEuro = Math.min(budgetEuro, minimumEuro * 2)
    const bot = { botId: uuid(), userId: as.userId, botType: type, strategyName, allocatedEuro }
    browsing.act(as.accountId, { type: 'ActivateBot', bot })
  },
  'other plan'(browsing, one) {
    if (!one.plan) return
    browsing.load('/')
    choosePlan(browsing, one, pick(plan.options.filter(other => other !== one.plan)))
  },
  monitoring(browsing) {
    const panel = 'Monitoring in Tempo Reale Operazioni e rendimento del giorno'
    browsing.go(`main: ${panel}`, [20, 240], 'dialog: Chiudi')
  },
  /** They erase their account; nobody hears of them again. */
  leave(browsing, { as: { accountId }, person }) {
    browsing.go('header: Profilo', '/profile', 'main: Elimina account', 'dialog: Elimina definitivamente')
    browsing.act(accountId, { type: 'EraseAccount' })
    const hash = emailHash(browsing.world.secrets.emailHash, person.email)
    browsing.act(hash, { type: 'ReleaseEmail', accountId })
    browsing.forget()
  },
}
