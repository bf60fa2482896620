import { randomUUID } from 'node:crypto'
import type { Plan } from '@tba/events/setup/plans.ts'
import { depositEuro } from '@tba/events/setup/plans.ts'
import fc from 'fast-check'
import { password, type TestedProduct } from '../../support/product.ts'
import type { Visitor } from '../../support/visitor.ts'

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  'curl/8.5.0',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
] as const

export const pages = ['https://example.com/', 'https://example.com/prezzi', '/Prezzi?utm_source=lettera']
const plans: Plan[] = ['starter', 'professional', 'elite']

const act = fc.oneof(
  fc.record({ does: fc.constant('view'), page: fc.constantFrom(...pages) }),
  fc.record({
    ...{ does: fc.constant('click'), page: fc.constantFrom(...pages) },
    percent: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({ does: fc.constant('measure'), eventValue: fc.integer({ min: -2, max: 2 }) }),
  fc.record({ does: fc.constant('consent'), choice: fc.constantFrom('all', 'all', 'none') }),
  fc.record({ does: fc.constant('lead'), plan: fc.constantFrom(...plans) }),
  fc.record({ does: fc.constantFrom('register', 'signIn', 'signOut', 'leave', 'another') }),
  fc.record({ does: fc.constant('plan'), plan: fc.constantFrom(...plans) }),
  fc.record({ does: fc.constant('step'), done: fc.boolean() }),
)
type Act = {
  does: string
  page?: string
  percent?: number
  eventValue?: number
  choice?: string
  plan?: Plan
  done?: boolean
}
type Life = { agent: string; acts: Act[] }

/** Half of them become customers early on, most with consent. */
const beginning = fc.constantFrom<Act[]>(
  [],
  [{ does: 'view' }],
  [{ does: 'view' }, { does: 'consent', choice: 'all' }, { does: 'register' }],
  [{ does: 'consent', choice: 'all' }, { does: 'register' }, { does: 'plan', plan: 'elite' }],
  [{ does: 'register' }, { does: 'plan', plan: 'starter' }, { does: 'consent', choice: 'all' }],
)

/** What somebody does, in one visit after the other; somebody else may go on in the same one. */
export const life: fc.Arbitrary<Life> = fc
  .record({
    agent: fc.constantFrom(...agents),
    begun: beginning,
    acts: fc.array(act, { minLength: 4, maxLength: 14, size: 'max' }) as fc.Arbitrary<Act[]>,
  })
  .map(({ agent, begun, acts }) => ({ agent, acts: [...begun, ...acts] }))

/** All of them at once, each doing one thing after the other. What is refused is no matter: then it is not in the log. */
export async function live(product: TestedProduct, lives: readonly Life[]): Promise<void> {
  await Promise.all(lives.map(one => liveOne(product, one)))
}

async function liveOne(product: TestedProduct, { agent, acts }: Life): Promise<void> {
  const visitor = product.visitor()
  const newEmail = () => `vita-${randomUUID()}@example.com`
  const newVisit = () => `session_${randomUUID()}`
  const who = { email: newEmail(), visit: newVisit(), agent }
  for (const act of acts) {
    if (act.does === 'leave') who.visit = newVisit()
    else await perform(visitor, act.does === 'another' ? { does: 'signOut' } : act, who)
    if (act.does === 'another') who.email = newEmail()
  }
}

type Somebody = { email: string; visit: string; agent: string }

async function perform(visitor: Visitor, act: Act, { email, visit, agent }: Somebody): Promise<unknown> {
  const options = { headers: { 'x-visit-id': visit, 'user-agent': agent } }
  const tracked = { sessionId: visit, clientId: randomUUID(), page: act.page ?? pages[0] }
  const post = (path: string, body: object) => visitor.post(path, body, options)
  const { plan = 'starter' } = act
  switch (act.does) {
    case 'view':
      return post('/api/tracking/interaction', { ...tracked, eventType: 'page_view' })
    case 'click': {
      const additionalData = { percent: act.percent, 'a.b': 'c' }
      const click = { eventType: 'button_click', elementId: 'cta', elementText: 'Inizia', additionalData }
      return post('/api/tracking/interaction', { ...tracked, ...click })
    }
    case 'measure':
      return post('/api/tracking/analytics', { ...tracked, eventName: 'quiz', eventValue: act.eventValue })
    case 'consent':
      return post('/api/consent', { choice: act.choice })
    case 'lead':
      return post('/api/leads', { name: 'Anna Bianchi', email, plan, deposit: String(depositEuro[plan]) })
    case 'register':
      return post('/api/register', { email, password, firstName: 'Anna', lastName: 'Bianchi' })
    case 'signIn':
      return post('/api/login', { email, password })
    case 'signOut':
      return post('/api/logout', {})
    case 'plan':
      return post('/api/user/progress', { plan, deposit: depositEuro[plan] })
    default:
      return visitor.put('/api/user/progress', { step1_broker_account: act.done }, options)
  }
}
