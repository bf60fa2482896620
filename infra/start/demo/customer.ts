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
import { brand, brokerServers } from '@tba/web/content/brand.ts'
import { planName } from '@tba/web/content/plans.ts'
import { type Browsing, browse, type SignedIn } from './browsing.ts'
import type { Browser, Person } from './people.ts'
import { between, chance, hourMs, matching, pick, uuid, weighted } from './random.ts'
import type { Visitor } from './world.ts'

/** Steps of the setup in order, then others. */
export type Doing = 'plan' | 'broker' | 'login' | 'login and link' | 'security' | Errand | 'leave'
type Errand = 'plan' | 'profile' | 'bot' | 'monitoring'
type Who = { person: Person; browser: Browser }
type Career = { wants: Plan; todo: Doing[] }
type Customer = Who & Career & { as: SignedIn; plan: Plan | null; bots: Set<BotType> }

function careerOf(): Career {
  const setup: Doing[] = ['plan', 'broker', 'login and link', 'security']
  const steps = Number(weighted({ 0: 24, 1: 17, 2: 17, 3: 18, 4: 24 }))
  const errand = () => weighted<Errand>({ profile: 27, bot: 23, monitoring: 42, plan: 8 })
  const errands = Array.from({ length: between(0, steps === 0 ? 2 : 5) }, errand)
  const last: Doing[] = chance(0.008) ? ['leave'] : []
  const wants = weighted({ starter: 46, professional: 39, elite: 15 })
  return { wants, todo: [...setup.slice(0, steps), ...errands, ...last] }
}

/** A visitor registers, and returns until nothing is left to do. */
export function* customer(first: Browsing, who: Who & Partial<Career>): Visitor {
  const as = { accountId: uuid(), userId: ++first.world.counts.users, sessionId: uuid() }
  const one: Customer = { ...careerOf(), ...who, as, plan: null, bots: new Set() }
  let browsing = first
  signUp(browsing, one)
  for (;;) {
    for (const next of one.todo.splice(0, chance(0.3) ? 2 : 1)) doings[next](browsing, one)
    // An erased account cannot sign out, and nobody returns to it.
    const returns = one.todo.length > 0
    if (returns && chance(0.5)) browsing.signOut()
    browsing.end()
    if (!returns) return
    browsing = arrive(browsing, one, yield browsing.nowMs() + between(2, 110) * hourMs)
  }
}

/** From their page to the dashboard. */
function signUp(browsing: Browsing, { as, person }: Customer): void {
  const { secrets, passwordHash } = browsing.world
  const { accountId, userId } = as
  const { email, firstName, lastName } = person
  browsing.go('header: Accedi', '/auth')
  browsing.answerBanner(0.7)
  browsing.go('main: Registrati', [20, 75])
  browsing.act(emailHash(secrets.emailHash, email), { type: 'ClaimEmail', accountId })
  const registration = { userId, email, firstName, lastName, passwordHash }
  browsing.act(accountId, { type: 'RegisterAccount', registration })
  browsing.signIn(as)
  browsing.go('/dashboard', [5, 30])
}

/** Returns signed in, or signs in. Not everybody enters the right password at once. */
function arrive({ world, isSignedIn }: Browsing, one: Customer, startMs: number): Browsing {
  const as = isSignedIn() ? one.as : null
  const browsing = browse(world, { startMs, browser: one.browser, as })
  browsing.load(as ? '/dashboard' : '/auth')
  if (!as) {
    browsing.go([6, 30], 'main: Accedi')
    for (let attempt = 1; attempt <= 3 && chance(0.4); attempt++) {
      browsing.refused('POST /api/login', 'Credenziali non valide', 401)
      browsing.go([4, 25], 'main: Accedi')
    }
    one.as = { ...one.as, sessionId: uuid() }
    browsing.signIn(one.as)
    browsing.go('/dashboard')
  }
  browsing.go([3, 20])
  return browsing
}

const update = (browsing: Browsing, { as }: Customer, changes: UpdateProgress) =>
  browsing.act(as.accountId, { type: 'UpdateProgress', changes })

function logIn(browsing: Browsing, one: Customer, linked: UpdateProgress): void {
  const { accountId, userId } = one.as
  browsing.go('main: Autentica MT4/MT5', [15, 80], 'dialog: Salva Credenziali')
  const credentials = {
    ...{ credentialsId: uuid(), userId, platform: pick(['MT4', 'MT5'] as const) },
    ...{ server: pick(brokerServers).server, loginNumber: matching(/[1-9][0-9]{6}/) },
    password: sealSecret(browsing.world.secrets.broker, matching(/[a-z0-9]{12}/), accountId),
  }
  browsing.act(accountId, { type: 'SaveCredentials', credentials })
  const step2_license_key = matching(/TBA-[A-Z0-9]{10}/)
  update(browsing, one, { step2_mt4_authenticated: true, step2_license_key, ...linked })
}

/** If the plan does not allow an action, they only view the page. */
const doings: Record<Doing, (browsing: Browsing, one: Customer) => void> = {
  /** The first plan, or another. */
  plan(browsing, one) {
    const { accountId, userId } = one.as
    if (one.plan) browsing.load('/')
    else browsing.go('main: Scegli Piano', '/')
    one.plan = one.plan ? pick(plans.options.filter(plan => plan !== one.plan)) : one.wants
    browsing.go([8, 60], `pricing: Scegli ${planName(one.plan)}`, 'dialog: Attiva Piano')
    browsing.act(accountId, { type: 'ActivatePlan', userId, plan: one.plan })
    browsing.go('/dashboard')
  },
  broker(browsing, one) {
    browsing.go('main: Apri Conto Broker', [120, 900], 'main: Segna come Completato')
    update(browsing, one, { step1_broker_account: true, step1_broker_link: brand.affiliateUrl })
  },
  login: (browsing, one) => logIn(browsing, one, {}),
  /** Both halves of step 2 at once, as the pages do it. */
  'login and link': (browsing, one) => logIn(browsing, one, { step2_axi_connected: true }),
  security(browsing, one) {
    browsing.go([10, 60], 'main: Completa Verifica (Demo)')
    const step3_screenshots = ['dashboard-broker.png', 'sezione-copy-trading.png', 'conferma-finale.png']
    update(browsing, one, { step3_security_verified: true, step3_screenshots })
  },
  profile(browsing, { as, person }) {
    browsing.go('header: Profilo', '/profile', [20, 120], 'main: Salva Modifiche')
    const bio = pick([undefined, 'Investo poco, ma con costanza.', 'Imparo un passo alla volta.'])
    const changes = { phone: `+39 ${person.phone}`, country: 'Italia', timezone: 'Europe/Rome', bio }
    browsing.act(as.accountId, { type: 'UpdateProfile', changes })
  },
  bot(browsing, { as, plan, bots: active }) {
    const budgetEuro = plan ? depositEuro[plan] : 0
    const type = botType.options.find(type => bots[type].minimumEuro <= budgetEuro && !active.has(type))
    browsing.go('main: Aggiungi Bot', type ? 'dialog: Attiva Bot' : 'dialog: Chiudi')
    if (!type) return
    active.add(type)
    const { name: strategyName, minimumEuro } = bots[type]
    const allocatedEuro = Math.min(budgetEuro, minimumEuro * 2)
    const bot = { botId: uuid(), userId: as.userId, botType: type, strategyName, allocatedEuro }
    browsing.act(as.accountId, { type: 'ActivateBot', bot })
  },
  monitoring(browsing) {
    const panel = 'Monitoring in Tempo Reale Operazioni e rendimento del giorno'
    browsing.go(`main: ${panel}`, [20, 240], 'dialog: Chiudi')
  },
  /** They erase their account. */
  leave(browsing, { as: { accountId }, person }) {
    browsing.go('header: Profilo', '/profile', 'main: Elimina account', 'dialog: Elimina definitivamente')
    browsing.act(accountId, { type: 'EraseAccount' })
    const hash = emailHash(browsing.world.secrets.emailHash, person.email)
    browsing.act(hash, { type: 'ReleaseEmail', accountId })
  },
}
