import type { Dashboard } from '@tba/events/admins/views.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { json, type Routes, serve } from './api.ts'
import { openApp } from './render.tsx'

export const idOf = (at: number) => `a3a3a3a3-0000-4000-8000-${String(at).padStart(12, '0')}`
/** Who is signed in. */
export const adminId = idOf(99)

export const tokenOf = (sid: string, more: object = {}) =>
  `e30.${btoa(JSON.stringify({ sid, sub: adminId, role: 'administrator', ...more })).replace(/=+$/, '')}.firma`

export const signIn = (sid = 'sessione-1') => {
  const token = tokenOf(sid)
  localStorage.setItem('admin_token', token)
  return token
}

/** Like another tab of the browser. */
export function setOtherTab(token: string | null) {
  if (token === null) localStorage.removeItem('admin_token')
  else localStorage.setItem('admin_token', token)
  dispatchEvent(new StorageEvent('storage', { key: 'admin_token', newValue: token }))
}

const at = '2026-11-21T23:30:15.250Z'

export const dashboardOf = (changed: Partial<Dashboard> = {}): Dashboard => ({
  stats: { questionnaires: 1, leads: 1234, interactions: 2, conversions: 12.5 },
  questionnaires: [
    {
      id: idOf(1),
      name: 'Anna Bianchi',
      email: 'anna@example.com',
      phone: '333 1234567',
      countryCode: '+39',
      investmentAmount: '1000-3000',
      tradingExperience: 'nessuna',
      additionalInfo: 'Chiamatemi dopo le 18',
      contactMethod: 'call',
      createdAt: at,
    },
  ],
  interactions: [
    {
      id: idOf(2),
      eventType: 'button_click',
      elementText: 'Inizia Ora',
      elementId: null,
      page: `${location.origin}/?utm_source=giornale`,
      createdAt: at,
    },
    {
      id: idOf(3),
      eventType: 'qualcosa',
      elementText: null,
      elementId: 'contact-form',
      page: 'https://altro.example.com/',
      createdAt: at,
    },
  ],
  analytics: [
    { id: idOf(4), eventName: 'page_view', eventCategory: 'navigation', eventLabel: null, createdAt: at },
  ],
  ...changed,
})

const dayMs = 24 * 3600 * 1000
const thirtyDays = Array.from({ length: 30 }, (_, ago) => ({
  day: romeDay(new Date(Date.parse(at) - (29 - ago) * dayMs)),
  visits: ago * 100,
  leads: ago,
  questionnaires: 1,
}))

export function serveConsole(dashboard: Dashboard = dashboardOf()) {
  return serve({
    'GET /api/admin/dashboard': () => json(200, dashboard),
    'GET /api/admin/daily': () => json(200, thirtyDays),
    'GET /api/admin/settings': () => json(200, { measurementId: 'G-ABCD1234' }),
    'GET /api/admin/settings/requests': () => json(200, { keepMonths: 0, wouldErase: 0 }),
    'POST /api/admin/logout': () => json(200, { ok: true }),
    'GET /api/auth/user': () => json(401, { message: 'Accedi per continuare' }),
  })
}

export function openConsole(path: string, answers: Routes = {}) {
  const api = serveConsole()
  api.answer(answers)
  signIn()
  return { api, user: openApp(path) }
}
