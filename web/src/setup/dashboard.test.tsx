import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { held, json, refused } from '../testing/api.ts'
import { allDone, botOf, giulia, progressOf, serveCustomer } from '../testing/customers.ts'
import { openApp } from '../testing/render.tsx'

const credential = (id: string, server: string) => ({
  id,
  platform: 'MT5',
  server,
  loginNumber: `10${id}`,
  createdAt: '2026-11-21T10:00:00.000Z',
})

test('Without a plan the dashboard welcomes and leads to the plans', async () => {
  serveCustomer(null)
  const user = openApp('/dashboard')
  await screen.findByRole('heading', { name: 'Benvenuto!' })
  await user.click(screen.getByRole('link', { name: 'Scegli Piano' }))
  await screen.findByRole('heading', { name: 'Il listino' })
})

test('A customer without a first name is greeted by the e-mail', async () => {
  serveCustomer(progressOf(), { ...giulia, firstName: '' })
  openApp('/dashboard')
  const greeting = await screen.findByText('Ciao giulia@example.com, benvenuto nella tua dashboard!')
  expect(greeting.hasAttribute('data-private')).toBe(true)
})

test('Until all is done the checklist stands, without the control centre', async () => {
  serveCustomer(progressOf({ ...allDone, step3_security_verified: false }))
  openApp('/dashboard')
  await screen.findByText('75%')
  expect(screen.queryByRole('heading', { name: 'Centro di Controllo Bot' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Vai al Monitoring' })).toBeNull()
})

test('All done, the bot starts within a day and the last credential is shown', async () => {
  const api = serveCustomer(progressOf(allDone))
  api.answer({
    'GET /api/user/mt4-credentials': () => json(200, [credential('1', 'eu01'), credential('2', 'asia02')]),
  })
  openApp('/dashboard')
  const centre = await screen.findByRole('region', { name: 'Centro di Controllo Bot' })
  within(centre).getByText('1.000 €')
  within(centre).getByText('24/7')
  screen.getByText('Il tuo bot inizierà a operare entro 24 ore.')
  await screen.findByText('asia02')
  screen.getByText('102')
  expect(screen.queryByText('eu01')).toBeNull()
  expect(screen.queryByRole('heading', { name: /Verifica di sicurezza/ })).toBeNull()
})

test('A panel that cannot be loaded says so and can be tried again, the rest stands', async () => {
  const api = serveCustomer(progressOf())
  api.answer({ 'GET /api/user/bots': () => refused(503, 'Servizio non disponibile') })
  const user = openApp('/dashboard')
  await screen.findByText(/503: Servizio non disponibile/)
  screen.getByRole('heading', { name: 'Progresso Configurazione' })
  api.answer({ 'GET /api/user/bots': () => json(200, []) })
  await user.click(screen.getByRole('button', { name: 'Riprova' }))
  await screen.findByText(/Nessun bot aggiuntivo/)
})

test('A session that ended shows so over an open dialog, and its link has the focus', async () => {
  const api = serveCustomer(progressOf({ plan: 'elite', deposit: 3000 }))
  api.answer({ 'POST /api/user/bots': () => refused(401, 'Accesso richiesto') })
  const user = openApp('/dashboard')
  await user.click(await screen.findByRole('button', { name: 'Aggiungi Bot' }))
  await user.click(await screen.findByRole('button', { name: 'Swing Trading Bot: Attiva Bot' }))
  await screen.findByRole('heading', { name: 'Accesso Richiesto' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Accedi' }))
})

test('An answer that comes late leaves the dialog that was opened meanwhile', async () => {
  const api = serveCustomer(progressOf({ plan: 'elite', deposit: 3000 }))
  const activated = held()
  api.answer({ 'POST /api/user/bots': activated.answer })
  const user = openApp('/dashboard')
  await user.click(await screen.findByRole('button', { name: 'Aggiungi Bot' }))
  await user.click(await screen.findByRole('button', { name: 'Swing Trading Bot: Attiva Bot' }))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: /^Monitoring in Tempo Reale/ }))
  await screen.findByRole('dialog', { name: 'Monitoring in Tempo Reale' })
  activated.release(json(201, botOf()))
  await screen.findByText('Bot attivato!')
  screen.getByRole('dialog', { name: 'Monitoring in Tempo Reale' })
})
