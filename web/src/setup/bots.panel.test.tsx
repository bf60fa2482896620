import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { json } from '../testing/api.ts'
import { botOf, progressOf, serveCustomer } from '../testing/customers.ts'
import { openPart } from '../testing/render.tsx'
import { BotsPanel } from './bots.panel.tsx'

const add = { onClick: async () => {}, onPointerEnter() {}, onFocus() {} }

function openBots(...bots: unknown[]) {
  serveCustomer(progressOf()).answer({ 'GET /api/user/bots': () => json(200, bots) })
  return openPart(<BotsPanel add={add} />)
}

test('A bot shows all its figures', async () => {
  openBots(
    botOf({
      ...{ botType: 'conservative', strategyName: 'Conservative Bot', allocatedAmount: 1000 },
      ...{ profitToday: -4.8, totalProfit: 1250.5, tradesCount: 132, successRate: 87.5 },
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
    // In Rome it was the next day already.
    'Attivo dal: 21 novembre 2026',
  ])
})

test('Of many bots the first are shown, and the rest after a press', async () => {
  const user = openBots(...Array.from({ length: 100 }, (_, index) => botOf({ id: String(index) })))
  const more = await screen.findByRole('button', { name: 'Mostra tutti (100)' })
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(4)
  await user.click(more)
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(100)
  await user.click(screen.getByRole('button', { name: 'Mostra meno' }))
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(4)
})

test('Invalid bots break their list alone, which can be loaded again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = serveCustomer(progressOf())
  api.answer({ 'GET /api/user/bots': () => json(200, [{}]) })
  const user = openPart(<BotsPanel add={add} />)
  await screen.findByText(/^Dati non disponibili/)
  screen.getByRole('button', { name: 'Aggiungi Bot' })
  api.answer({ 'GET /api/user/bots': () => json(200, [botOf()]) })
  await user.click(screen.getByRole('button', { name: 'Riprova' }))
  await screen.findByRole('heading', { name: 'Swing Trading Bot' })
})
