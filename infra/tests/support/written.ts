import { randomUUID } from 'node:crypto'
import { routes } from '@tba/command-api/routes.ts'
import type { z } from 'zod'
import { describedCalls, type Registering } from './calls.ts'
import type { Visitor } from './visitor.ts'

/** The text for a field of this name, with at most this many characters. */
export type Words = (field: string, most?: number) => string

type Caller = Pick<Visitor, 'call'>

async function send(who: Caller, [method, path]: ['POST' | 'PUT', string], body: object, headers = {}) {
  const { status, text } = await who.call(method, path, body, { headers })
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`)
}

/** A visit with every field that a browser sends. */
export async function writeVisit(who: Caller, words: Words, visitId = `session_${randomUUID()}`) {
  const headers = { 'x-visit-id': visitId, 'user-agent': words('browser', 200) }
  const common = () => ({ sessionId: visitId, clientId: randomUUID() })
  await send(who, ['POST', '/api/consent'], { choice: 'all' }, headers)
  const page = `https://example.com/${words('page')}?utm_source=${words('utm')}`
  const interaction = {
    ...{ kind: 'interaction', page, referrer: words('referrer'), userAgent: words('otherBrowser') },
    ...{
      eventType: words('eventType', 100),
      elementId: words('elementId'),
      elementText: words('elementText'),
    },
    additionalData: { [words('name')]: words('value') },
  }
  const analytics = {
    ...{ kind: 'analytics', page: words('pagina'), eventName: words('eventName', 100) },
    ...{ eventCategory: words('eventCategory'), eventLabel: words('eventLabel') },
  }
  const events = [
    { ...common(), ...interaction },
    { ...common(), ...analytics },
  ]
  await send(who, ['POST', '/api/tracking/batch'], { events }, headers)
  return headers
}

/** A lead and a questionnaire with every text field. */
export async function writeContact(who: Caller, words: Words, email: string, headers = {}) {
  const [name, message] = [words('name'), words('message')]
  const lead = { name, email, phone: words('phone', 50), plan: 'elite', deposit: '3000', message }
  await send(who, ['POST', '/api/leads'], lead, headers)
  const questionnaire = {
    ...{ name, email, phoneNumber: words('phone', 50), countryCode: words('countryCode', 50) },
    ...{ age: words('age'), occupation: words('occupation'), tradingExperience: words('experience') },
    ...{ investmentAmount: words('amount'), investmentGoal: words('goal'), riskTolerance: words('risk') },
    ...{ timeframe: words('timeframe'), contactMethod: 'call', additionalInfo: words('info') },
    source: `https://example.com/${words('source')}`,
  }
  await send(who, ['POST', '/api/questionnaire'], questionnaire, headers)
}

type Account = { email: string; phone: string; licence: string; password: string; brokerPassword: string }

/** A customer who fills in everything. */
export async function writeAccount(who: Caller, words: Words, account: Account, headers = {}) {
  const { email, phone, licence, password, brokerPassword } = account
  const names = { firstName: words('firstName'), lastName: words('lastName') }
  await send(who, ['POST', '/api/register'], { email, password, ...names }, headers)
  const profile = {
    ...{ phone, whatsappNumber: phone, website: `https://example.com/${words('website')}` },
    ...{ bio: words('bio'), country: words('country', 100), timezone: words('timezone', 50) },
  }
  await send(who, ['PUT', '/api/user/profile'], profile, headers)
  await send(who, ['POST', '/api/user/progress'], { plan: 'elite', deposit: 3000 }, headers)
  const steps = {
    ...{ step1_broker_account: true, step1_broker_link: `https://example.com/${words('link')}` },
    step3_screenshots: [words('screenshot')],
  }
  await send(who, ['PUT', '/api/user/progress'], steps, headers)
  const credentials = { platform: 'MT5', server: words('server', 100), loginNumber: words('login', 50) }
  await send(
    who,
    ['POST', '/api/user/mt4-credentials'],
    { ...credentials, password: brokerPassword },
    headers,
  )
  const authenticated = { step2_mt4_authenticated: true, step2_axi_connected: true }
  await send(who, ['PUT', '/api/user/progress'], { ...authenticated, step2_license_key: licence }, headers)
  const bot = { botType: 'scalping', strategyName: words('strategy', 100), allocatedAmount: 500 }
  await send(who, ['POST', '/api/user/bots'], bot, headers)
  await writeExamples(who, words, headers)
  await send(who, ['POST', '/api/login'], { email, password }, { ...headers, 'user-agent': words('device') })
}

/** The calls of a customer in a new context: the example of each schema, with these words in every text field. */
async function writeExamples(who: Caller, words: Words, headers: object) {
  for (const { call, schema } of await describedCalls(routes as Registering)) {
    const [, path] = /^POST (\/api\/user\/[^:]+)$/.exec(call) ?? []
    const shape = schema.body as z.ZodType | undefined
    const examples = shape?.meta()?.examples as Record<string, unknown>[] | undefined
    if (!path || !shape || !examples?.[0]) continue
    const body = { ...examples[0] }
    for (const [field, example] of Object.entries(body)) {
      body[field] = words(field)
      if (!shape.safeParse(body).success) body[field] = example
    }
    await send(who, ['POST', path], body, headers)
  }
}
