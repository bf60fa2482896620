import { routes } from '@tba/command-api/routes.ts'
import type { z } from 'zod'
import { describedCalls, type RegisterRoutes } from './calls.ts'
import type { Visitor } from './visitor.ts'

/** The text for a field of this name, with at most this many characters. */
export type Fill = (field: string, maxLength?: number) => string

type Caller = Pick<Visitor, 'call'>

async function send(user: Caller, [method, path]: ['POST' | 'PUT', string], body: object, headers = {}) {
  const { status, text } = await user.call(method, path, body, { headers })
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`)
}

/** A visit with every field that a browser sends. */
export async function writeVisit(user: Caller, fill: Fill, visitId = `session_${crypto.randomUUID()}`) {
  const headers = { 'x-visit-id': visitId, 'user-agent': fill('browser', 200) }
  const common = () => ({ sessionId: visitId, clientId: crypto.randomUUID() })
  await send(user, ['POST', '/api/consent'], { choice: 'all' }, headers)
  const page = `https://example.com/${fill('page')}?utm_source=${fill('utm')}`
  const interaction = {
    kind: 'interaction',
    page,
    referrer: fill('referrer'),
    userAgent: fill('otherBrowser'),
    eventType: fill('eventType', 100),
    elementId: fill('elementId'),
    elementText: fill('elementText'),
    additionalData: { [fill('name')]: fill('value') },
  }
  const analytics = {
    kind: 'analytics',
    page: fill('pagina'),
    eventName: fill('eventName', 100),
    eventCategory: fill('eventCategory'),
    eventLabel: fill('eventLabel'),
  }
  const events = [interaction, analytics].map(event => ({ ...common(), ...event }))
  await send(user, ['POST', '/api/tracking/batch'], { events }, headers)
  return headers
}

/** A lead and a questionnaire with every text field. */
export async function writeContact(user: Caller, fill: Fill, email: string, headers = {}) {
  const [name, message] = [fill('name'), fill('message')]
  const lead = { name, email, phone: fill('phone', 50), plan: 'elite', deposit: '3000', message }
  await send(user, ['POST', '/api/leads'], lead, headers)
  const questionnaire = {
    name,
    email,
    phoneNumber: fill('phone', 50),
    countryCode: fill('countryCode', 50),
    age: fill('age'),
    occupation: fill('occupation'),
    tradingExperience: fill('experience'),
    investmentAmount: fill('amount'),
    investmentGoal: fill('goal'),
    riskTolerance: fill('risk'),
    timeframe: fill('timeframe'),
    contactMethod: 'call',
    additionalInfo: fill('info'),
    source: `https://example.com/${fill('source')}`,
  }
  await send(user, ['POST', '/api/questionnaire'], questionnaire, headers)
}

type Account = { email: string; phone: string; licence: string; password: string; brokerPassword: string }

/** A customer who fills in everything. */
export async function writeAccount(user: Caller, fill: Fill, account: Account, headers = {}) {
  const { email, phone, licence, password, brokerPassword } = account
  const names = { firstName: fill('firstName'), lastName: fill('lastName') }
  await send(user, ['POST', '/api/register'], { email, password, ...names }, headers)
  const profile = {
    phone,
    whatsappNumber: phone,
    website: `https://example.com/${fill('website')}`,
    bio: fill('bio'),
    country: fill('country', 100),
    timezone: fill('timezone', 50),
  }
  await send(user, ['PUT', '/api/user/profile'], profile, headers)
  await send(user, ['POST', '/api/user/progress'], { plan: 'elite', deposit: 3000 }, headers)
  const steps = {
    step1_broker_account: true,
    step1_broker_link: `https://example.com/${fill('link')}`,
    step3_screenshots: [fill('screenshot')],
  }
  await send(user, ['PUT', '/api/user/progress'], steps, headers)
  const credentials = { platform: 'MT5', server: fill('server', 100), loginNumber: fill('login', 50) }
  const saved = { ...credentials, password: brokerPassword }
  await send(user, ['POST', '/api/user/mt4-credentials'], saved, headers)
  const authenticated = { step2_mt4_authenticated: true, step2_axi_connected: true }
  await send(user, ['PUT', '/api/user/progress'], { ...authenticated, step2_license_key: licence }, headers)
  const bot = { botType: 'scalping', strategyName: fill('strategy', 100), allocatedAmount: 500 }
  await send(user, ['POST', '/api/user/bots'], bot, headers)
  await writeExamples(user, fill, headers)
  await send(user, ['POST', '/api/login'], { email, password }, { ...headers, 'user-agent': fill('device') })
}

/** The calls of a customer in a new context: the example of each schema, with these words in every text field. */
async function writeExamples(user: Caller, fill: Fill, headers: object) {
  for (const { call, schema } of await describedCalls(routes as RegisterRoutes)) {
    const [, path] = /^POST (\/api\/user\/[^:]+)$/.exec(call) ?? []
    const shape = schema.body as z.ZodType | undefined
    const examples = shape?.meta()?.examples as Record<string, unknown>[] | undefined
    if (!path || !shape || !examples?.[0]) continue
    const body = { ...examples[0] }
    for (const [field, example] of Object.entries(body)) {
      body[field] = fill(field)
      if (!shape.safeParse(body).success) body[field] = example
    }
    await send(user, ['POST', path], body, headers)
  }
}
