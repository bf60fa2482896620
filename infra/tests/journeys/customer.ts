import type { BrowserContext } from 'playwright-core'

export const customerPassword = 'segreta-di-prova'

const json = (body: object) => ({ data: body })

/** Registers a customer by the API. The browser's pages are then signed in. */
export async function register(
  { request }: BrowserContext,
  email: string,
  firstName = 'Anna',
): Promise<void> {
  const person = { email, password: customerPassword, firstName, lastName: 'Bianchi' }
  await accepted(request.post('/api/register', json(person)))
}

export async function choosePlan({ request }: BrowserContext, plan = 'professional', deposit = 1000) {
  await accepted(request.post('/api/user/progress', json({ plan, deposit })))
}

export async function completeSteps({ request }: BrowserContext, fields: object): Promise<void> {
  await accepted(request.put('/api/user/progress', json(fields)))
}

export const brokerStep = { step1_broker_account: true }
const linkSteps = {
  step2_mt4_authenticated: true,
  step2_axi_connected: true,
  step2_license_key: 'TBA-7K2M9QXA',
}
const securityStep = { step3_security_verified: true }

/** All steps of a customer before the bot starts, and one more bot. */
export async function completeSetup(context: BrowserContext): Promise<void> {
  const { request } = context
  await completeSteps(context, brokerStep)
  const account = { platform: 'MT5', server: 'eu01', loginNumber: '8001234', password: 'broker-di-prova' }
  await accepted(request.post('/api/user/mt4-credentials', json(account)))
  await completeSteps(context, { ...linkSteps, ...securityStep })
  const bot = { botType: 'swing', strategyName: 'Swing Trading Bot', allocatedAmount: 1000 }
  await accepted(request.post('/api/user/bots', json(bot)))
}

async function accepted(call: ReturnType<BrowserContext['request']['post']>): Promise<void> {
  const answer = await call
  if (!answer.ok()) throw new Error(`${answer.url()} answered ${answer.status()}: ${await answer.text()}`)
}
