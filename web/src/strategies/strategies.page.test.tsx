import { screen, within } from '@testing-library/react'
import { serve } from '../testing/api.ts'
import { openApp } from '../testing/render.tsx'
import { strategies } from './catalogue.ts'

const names = () => screen.queryAllByRole('heading', { level: 2 }).map(heading => heading.textContent)
const card = (name: string) => screen.findByRole('article', { name })
const nothingFound = 'Nessuna strategia trovata con i filtri selezionati.'

async function openStrategies() {
  serve({})
  const user = openApp('/strategies')
  await screen.findByRole('heading', { name: 'Centro Strategie' })
  return { user }
}

test('Visitors see the eight strategies without signing in, with their risk and minimum deposit', async () => {
  await openStrategies()
  expect(names()).toEqual(strategies.map(({ name }) => name))
  screen.getByText('8 strategie')
  expect(strategies.map(({ id, riskLevel, minDepositEuro }) => [id, riskLevel, minDepositEuro])).toEqual([
    ['scalping-pro', 'high', 500],
    ['swing-master', 'medium', 1000],
    ['conservative-shield', 'low', 500],
    ['grid-trader', 'medium', 750],
    ['momentum-hunter', 'high', 800],
    ['arbitrage-ai', 'low', 1200],
    ['news-trader', 'medium', 900],
    ['mean-reversion', 'medium', 600],
  ])
})

test('A card shows every figure of its strategy, labelled as sample data', async () => {
  await openStrategies()
  const swing = within(await card('Swing Master'))
  const figures = Object.fromEntries(
    swing.getAllByRole('term').map(term => [term.textContent, term.nextElementSibling?.textContent]),
  )
  expect(figures).toEqual({
    'Rendimento medio mensile': '+5,4%',
    'Drawdown massimo': '−14,8%',
    'Fascia di profitto': '2–8% al mese',
    Timeframe: '4 ore – 1 giorno',
    'Deposito minimo': '1.000\u00a0€',
    'Win rate': '61%',
    Popolarità: '85%',
    Valutazione: '4,7 su 5',
  })
  swing.getByText('Medio')
  swing.getByText('Dati illustrativi')
  expect(swing.getAllByRole('listitem').map(item => item.textContent)).toEqual([
    'Analisi multi-orizzonte',
    'Stop mobile',
    'Pausa nel fine settimana',
  ])
})

test('Loss stands beside gain, drawn to the same scale', async () => {
  await openStrategies()
  const [gain, loss] = within(await card('Scalping Pro')).getAllByRole('definition')
  const length = (figure?: HTMLElement) =>
    Number.parseFloat(figure?.querySelector<HTMLElement>('.figure-bar')?.style.width ?? '')
  expect(gain?.closest('dl')).toBe(loss?.closest('dl'))
  expect(length(loss) / length(gain)).toBeCloseTo(21.5 / 14.2)
})

test('The search finds names and descriptions, ignoring case and accents', async () => {
  const { user } = await openStrategies()
  const search = screen.getByRole('searchbox', { name: 'Cerca' })
  await user.type(search, 'GRID')
  expect(names()).toEqual(['Grid Trader'])
  screen.getByText('1 strategia')
  await user.clear(search)
  await user.type(search, 'piu giorni')
  expect(names()).toEqual(['Swing Master'])
})

test('Category and risk narrow the list together with the search', async () => {
  const { user } = await openStrategies()
  const risk = screen.getByLabelText('Livello di rischio')
  await user.selectOptions(risk, 'Basso')
  expect(names()).toEqual(['Conservative Shield', 'Arbitrage AI'])
  await user.selectOptions(screen.getByLabelText('Categoria'), 'Arbitraggio')
  expect(names()).toEqual(['Arbitrage AI'])
  await user.type(screen.getByRole('searchbox'), 'scalping')
  expect(names()).toEqual([])
  expect(screen.getByRole('status').textContent).toBe(nothingFound)
  await user.clear(screen.getByRole('searchbox'))
  await user.selectOptions(risk, 'Tutti i livelli')
  expect(names()).toEqual(['Arbitrage AI'])
  expect(screen.queryByText(nothingFound)).toBeNull()
})

test('«Attiva Strategia» does nothing', async () => {
  const { user } = await openStrategies()
  const fetch = vi.spyOn(globalThis, 'fetch')
  const before = document.body.innerHTML
  const [activate] = screen.getAllByRole('button', { name: 'Attiva Strategia' })
  if (!activate) throw new Error('There is no button')
  await user.click(activate)
  expect(document.body.innerHTML).toBe(before)
  // The tracker of another file of this worker may count the click.
  const others = fetch.mock.calls.filter(([address]) => !String(address).startsWith('/api/tracking'))
  expect(others).toEqual([])
})

test('The page shows the risk warning and leads back to the dashboard', async () => {
  await openStrategies()
  expect(screen.getByRole('note').textContent).toContain('può farti perdere')
  expect(screen.getByRole('link', { name: 'Torna alla Dashboard' }).getAttribute('href')).toBe('/dashboard')
})
