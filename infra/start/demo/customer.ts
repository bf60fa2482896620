import { faker } from '@faker-js/faker/locale/it'
import type { UpdateProgress } from '@tba/events/setup/commands.ts'
import { bots, botType, depositEuro, type Plan } from '@tba/events/setup/plans.ts'
import { sealSecret } from '@tba/runtime/sealing/secret.ts'
import { brand, brokerServers } from '@tba/web/content/brand.ts'
import { planName } from '@tba/web/content/plans.ts'
import { type Browsing, browse } from './browsing.ts'
import { type Account, type Person, randomPlan } from './people.ts'
import { between, chance, hourMs, pick, weighted } from './random.ts'
import type { Visitor } from './world.ts'

/** Steps of the setup in order, then others. */
export type Action = 'plan' | 'broker' | 'login' | 'login and link' | 'security' | Extra | 'leave'
type Extra = 'plan' | 'profile' | 'bot' | 'monitoring'
type Customer = Person & Account & { active: Plan | null }

/** How far they come in the month. */
function randomActions(): Action[] {
  const setup: Action[] = ['plan', 'broker', 'login and link', 'security']
  const steps = Number(weighted({ 0: 24, 1: 17, 2: 17, 3: 18, 4: 24 }))
  const extra = () => weighted<Extra>({ profile: 27, bot: 23, monitoring: 42, plan: 15 })
  const extras = Array.from({ length: between(0, steps === 0 ? 2 : 5) }, extra)
  return [...setup.slice(0, steps), ...extras, ...(chance(0.008) ? (['leave'] as const) : [])]
}

/** A visitor registers, and returns until nothing is left to do. */
export function* customer(first: Browsing, person: Person, actions = randomActions()): Visitor {
  const account = { accountId: faker.string.uuid(), userId: ++first.world.customerCount }
  const one: Customer = { ...person, ...account, active: null }
  const todo = [...actions]
  let browsing = first
  signUp(browsing, one)
  for (;;) {
    for (const next of todo.splice(0, chance(0.3) ? 2 : 1)) actionHandlers[next](browsing, one)
    // An erased account cannot sign out, and nobody returns to it.
    const returns = todo.length > 0
    if (returns && chance(0.5)) browsing.signOut()
    const endMs = browsing.end()
    if (!returns) return
    browsing = arrive(browsing, one, yield endMs + between(2, 110) * hourMs)
  }
}

/** From their page to the dashboard. */
function signUp(browsing: Browsing, one: Customer): void {
  const { accountId, userId, email, emailHash, firstName, lastName } = one
  browsing.go('header: Accedi', '/auth')
  browsing.answerBanner(0.7)
  browsing.go('main: Registrati', [20, 75], 'main: Registrati')
  browsing.act(emailHash, { type: 'ClaimEmail', accountId })
  const registration = { userId, email, firstName, lastName, passwordHash: browsing.world.site.passwordHash }
  browsing.act(accountId, { type: 'RegisterAccount', registration })
  browsing.signIn(one)
  browsing.go('/dashboard', [5, 30])
}

/** Returns signed in, or signs in. Not everybody enters the right password at once. */
function arrive({ world }: Browsing, one: Customer, startMs: number): Browsing {
  const browsing = browse(world, startMs, one.browser)
  browsing.load(one.browser.session ? '/dashboard' : '/auth')
  if (!one.browser.session) {
    browsing.go([6, 30], 'main: Accedi')
    for (let attempt = 1; attempt <= 3 && chance(0.4); attempt++) {
      browsing.refused('POST /api/login', 'Credenziali non valide', 401)
      browsing.go([4, 25], 'main: Accedi')
    }
    browsing.signIn(one)
    browsing.go('/dashboard')
  }
  return browsing
}

const update = (browsing: Browsing, { accountId }: Customer, changes: UpdateProgress) =>
  browsing.act(accountId, { type: 'UpdateProgress', changes })

function logIn(browsing: Browsing, one: Customer, linked: UpdateProgress): void {
  const { accountId, userId } = one
  browsing.go('main: Autentica MT4/MT5', [15, 80], 'dialog: Salva Credenziali')
  const credentials = {
    credentialsId: faker.string.uuid(),
    userId,
    platform: pick(['MT4', 'MT5'] as const),
    server: pick(brokerServers).server,
    loginNumber: faker.string.numeric(7),
    password: sealSecret(browsing.world.site.secrets.broker, faker.internet.password(), accountId),
  }
  browsing.act(accountId, { type: 'SaveCredentials', credentials })
  const step2_license_key = faker.helpers.fromRegExp(/TBA-[A-Z0-9]{10}/)
  update(browsing, one, { step2_mt4_authenticated: true, step2_license_key, ...linked })
}

/** If the plan does not allow an action, they only view the page. */
const actionHandlers: Record<Action, (browsing: Browsing, one: Customer) => void> = {
  /** The first plan, or another. */
  plan(browsing, one) {
    const { accountId, userId } = one
    if (one.active) browsing.load('/')
    else browsing.go('main: Scegli Piano', '/')
    one.active = one.active ? randomPlan() : one.plan
    browsing.go([8, 60], `pricing: Scegli ${planName(one.active)}`, 'dialog: Attiva Piano')
    browsing.act(accountId, { type: 'ActivatePlan', userId, plan: one.active })
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
  profile(browsing, { accountId, phone }) {
    browsing.go('header: Profilo', '/profile', [20, 120], 'main: Salva Modifiche')
    const bio = pick([undefined, 'Investo poco, ma con costanza.', 'Imparo un passo alla volta.'])
    const changes = { phone: `+39 ${phone}`, country: 'Italia', timezone: 'Europe/Rome', bio }
    browsing.act(accountId, { type: 'UpdateProfile', changes })
  },
  bot(browsing, { accountId, userId, active }) {
    browsing.go('main: Aggiungi Bot', active ? 'dialog: Attiva Bot' : 'dialog: Chiudi')
    if (!active) return
    const budgetEuro = depositEuro[active]
    const type = pick(botType.options.filter(each => bots[each].minimumEuro <= budgetEuro))
    const { name: strategyName, minimumEuro } = bots[type]
    const allocatedEuro = Math.min(budgetEuro, minimumEuro * 2)
    const bot = { botId: faker.string.uuid(), userId, botType: type, strategyName, allocatedEuro }
    browsing.act(accountId, { type: 'ActivateBot', bot })
  },
  monitoring(browsing) {
    const panel = 'Monitoring in Tempo Reale Operazioni e rendimento del giorno'
    browsing.go(`main: ${panel}`, [20, 240], 'dialog: Chiudi')
  },
  leave(browsing, { accountId, emailHash }) {
    browsing.go('header: Profilo', '/profile', 'main: Elimina account', 'dialog: Elimina definitivamente')
    browsing.act(accountId, { type: 'EraseAccount' })
    browsing.act(emailHash, { type: 'ReleaseEmail', accountId })
  },
}
