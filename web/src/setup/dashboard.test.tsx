import { screen, within } from '@testing-library/react'
import { json, refused } from '../testing/api.ts'
import { allSteps, botOf, giulia, openCustomer, progressOf, serveCustomer } from '../testing/customers.ts'
import { openPart } from '../testing/render.tsx'
import { BotsPanel } from './panels.tsx'

const createdAt = '2026-11-21T10:00:00.000Z'
const credential = (id: string, server: string) => ({
  id,
  platform: 'MT5',
  server,
  loginNumber: `10${id}`,
  createdAt,
})

test('Without a plan the dashboard shows a welcome and links to the plans', async () => {
  const { user } = openCustomer('/dashboard', null)
  await screen.findByRole('heading', { name: 'Benvenuto!' })
  await user.click(screen.getByRole('link', { name: 'Scegli Piano' }))
  await screen.findByRole('heading', { name: 'Il listino' })
})

test('A customer without a first name is greeted by the e-mail', async () => {
  openCustomer('/dashboard', progressOf(), {
    'GET /api/auth/user': () => json(200, { ...giulia, firstName: '' }),
  })
  const greeting = await screen.findByText('Ciao giulia@example.com, benvenuto nella tua dashboard!')
  expect(greeting.hasAttribute('data-private')).toBe(true)
})

test('Until all steps are done the checklist shows, without the control centre', async () => {
  openCustomer('/dashboard', progressOf({ ...allSteps, step3_security_verified: false }))
  await screen.findByText('75%')
  expect(screen.queryByRole('heading', { name: 'Centro di Controllo Bot' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Vai al Monitoring' })).toBeNull()
})

test('After all steps, the bot starts within a day, and the last credential is shown', async () => {
  openCustomer('/dashboard', progressOf(allSteps), {
    'GET /api/user/mt4-credentials': () => json(200, [credential('1', 'eu01'), credential('2', 'asia02')]),
  })
  const centre = await screen.findByRole('region', { name: 'Centro di Controllo Bot' })
  within(centre).getByText('1.000 €')
  within(centre).getByText('24/7')
  screen.getByText('Il tuo bot inizierà a operare entro 24 ore.')
  await screen.findByText('asia02')
  screen.getByText('102')
  expect(screen.queryByText('eu01')).toBeNull()
  expect(screen.queryByRole('heading', { name: /Verifica di sicurezza/ })).toBeNull()
})

test('A panel that cannot be loaded shows a message and can be read again, and the others stay', async () => {
  const { api, user } = openCustomer('/dashboard', progressOf(), {
    'GET /api/user/bots': () => refused(503, 'Servizio non disponibile'),
  })
  await screen.findByText(/503: Servizio non disponibile/)
  screen.getByRole('heading', { name: 'Progresso Configurazione' })
  api.answer({ 'GET /api/user/bots': () => json(200, []) })
  await user.click(screen.getByRole('button', { name: 'Riprova' }))
  await screen.findByText(/Nessun bot aggiuntivo/)
})

test('An ended session shows a message over an open dialog, and its link has the focus', async () => {
  const { user } = openCustomer('/dashboard', progressOf({ plan: 'elite', deposit: 3000 }), {
    'POST /api/user/bots': () => refused(401, 'Accesso richiesto'),
  })
  await user.click(await screen.findByRole('button', { name: 'Aggiungi Bot' }))
  await user.click(await screen.findByRole('button', { name: 'Swing Trading Bot: Attiva Bot' }))
  await screen.findByRole('heading', { name: 'Accesso Richiesto' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Accedi' }))
})

function openBots(...bots: unknown[]) {
  serveCustomer(progressOf()).answer({ 'GET /api/user/bots': () => json(200, bots) })
  return openPart(<BotsPanel />)
}

test('A bot shows all its figures', async () => {
  openBots(
    botOf({
      botType: 'conservative',
      strategyName: 'Conservative Bot',
      allocatedAmount: 1000,
      profitToday: -4.8,
      totalProfit: 1250.5,
      tradesCount: 132,
      successRate: 87.5,
      createdAt: '2026-11-20T23:30:00.000Z',
    }),
  )
  const heading = await screen.findByRole('heading', { name: 'Conservative Bot' })
  const bot = within(heading.closest('li') as HTMLElement)
  bot.getByText('Attivo')
  const facts = bot.getAllByRole('term').map(term => `${term.textContent}: ${term.nextSibling?.textContent}`)
  expect(facts.map(fact => fact.replaceAll('\u00a0', ' '))).toEqual([
    'Tipo: Conservativo',
    'Allocato: 1.000 €',
    'Profitto di oggi: -4,80 €',
    'Profitto totale: 1.250,50 €',
    'Operazioni: 132',
    'Successo: 87,5%',
    // In Rome it was already the next day.
    'Attivo dal: 21 novembre 2026',
  ])
})

test('Of many bots the first ones are shown, and the others after a press', async () => {
  const user = openBots(...Array.from({ length: 100 }, (_, index) => botOf({ id: String(index) })))
  const more = await screen.findByRole('button', { name: 'Mostra tutti (100)' })
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(4)
  await user.click(more)
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(100)
  await user.click(screen.getByRole('button', { name: 'Mostra meno' }))
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(4)
})
