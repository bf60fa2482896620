import type { OpenSessions, User } from '@tba/events/accounts/views.ts'
import type { ActiveBot, Progress } from '@tba/events/setup/views.ts'
import { screen, within } from '@testing-library/react'
import { type Call, json, type Routes, refused, serve } from './api.ts'
import { type LiveStream, liveStream } from './live-stream.ts'
import { openApp } from './render.tsx'

const at = '2026-11-21T10:00:00.000Z'

export const giulia: User = {
  id: 1,
  username: 'giulia@example.com',
  email: 'giulia@example.com',
  firstName: 'Giulia',
  lastName: 'Bianchi',
  profileImageUrl: null,
  phone: null,
  bio: null,
  website: null,
  linkedinUrl: null,
  twitterUrl: null,
  facebookUrl: null,
  instagramUrl: null,
  telegramUrl: null,
  whatsappNumber: null,
  country: null,
  timezone: null,
  createdAt: at,
  updatedAt: at,
}

export const allSteps = {
  step1_broker_account: true,
  step2_mt4_authenticated: true,
  step2_axi_connected: true,
  step3_security_verified: true,
}

export const botOf = (changed: Partial<ActiveBot> = {}): ActiveBot => ({
  id: '0b0b0b0b-0000-4000-8000-000000000001',
  botType: 'swing',
  strategyName: 'Swing Trading Bot',
  status: 'active',
  allocatedAmount: 1000,
  profitToday: 0,
  totalProfit: 0,
  tradesCount: 0,
  successRate: 0,
  createdAt: at,
  updatedAt: at,
  ...changed,
})

export const progressOf = (changed: Partial<Progress> = {}): Progress => ({
  plan: 'professional',
  deposit: 1000,
  step1_broker_account: false,
  step1_broker_link: null,
  step2_mt4_authenticated: false,
  step2_axi_connected: false,
  step2_license_key: null,
  step3_security_verified: false,
  step3_screenshots: [],
  completedAt: null,
  createdAt: at,
  updatedAt: at,
  ...changed,
})

export const serveVisitor = () => serve({ 'GET /api/auth/user': () => refused(401, 'Accedi per continuare') })

/** A signed-in customer. A sent step is done in the next answer, as on the server. */
export function serveCustomer(progress: Progress | null, user: User = giulia) {
  let current = progress
  const streams: LiveStream[] = []
  const openStream = (call: Call) => {
    const opened = liveStream()
    streams.push(opened)
    return opened.answer(call)
  }
  const api = serve({
    'GET /api/user/live': openStream,
    'GET /api/auth/user': () => json(200, user),
    'GET /api/user/progress': () => json(200, current),
    // Nothing yet.
    'GET /api/user/*': () => json(200, []),
    'PUT /api/user/progress': ({ body }) => {
      current = { ...progressOf(), ...current, ...(body as Partial<Progress>) }
      return json(200, current)
    },
  })
  return { ...api, streams }
}

export const sessionOf = (changed: Partial<OpenSessions[number]> = {}): OpenSessions[number] => ({
  id: 'a0a0a0a0-0000-4000-8000-000000000001',
  device:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  address: '192.0.2.0',
  openedAt: at,
  current: true,
  ...changed,
})

/** A customer's profile. Saved values are in the next answer, as on the server. */
export function serveProfile(user: User = giulia, sessions: OpenSessions = [sessionOf()]) {
  let current = user
  const api = serveCustomer(progressOf(), user)
  const get = () => json(200, current)
  api.answer({
    'GET /api/auth/user': get,
    'GET /api/user/profile': get,
    'GET /api/user/sessions': () => json(200, sessions),
    'PUT /api/user/profile': ({ body }) => {
      current = { ...current, ...(body as Partial<User>) }
      return get()
    },
  })
  return api
}

export function openVisitor(path: string, answers: Routes = {}) {
  const api = serveVisitor()
  api.answer(answers)
  return { api, user: openApp(path) }
}

export function openCustomer(path: string, progress: Progress | null, answers: Routes = {}) {
  const api = serveCustomer(progress)
  api.answer(answers)
  return { api, user: openApp(path) }
}

/** Fills in the credentials in their dialog, from the button that opens it to the one that saves. */
export async function saveCredentials(user: ReturnType<typeof openApp>, opener = 'Autentica MT4/MT5') {
  await user.click(await screen.findByRole('button', { name: opener }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('combobox', { name: 'Server' }))
  await user.click(await screen.findByRole('option', { name: /^us10/ }))
  await user.type(dialog.getByLabelText('Numero account'), '88123456')
  await user.type(dialog.getByLabelText('Password'), 'broker-segreta')
  await user.click(dialog.getByRole('button', { name: 'Salva Credenziali' }))
}
