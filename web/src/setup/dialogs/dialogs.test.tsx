import { depositEuro, type Plan, plan } from '@tba/events/setup/plans.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { json, refused } from '../../testing/api.ts'
import { botOf, openCustomer, progressOf, serveCustomer } from '../../testing/customers.ts'
import { openApp, openPart } from '../../testing/render.tsx'
import ActivateBotDialog from './activate-bot.dialog.tsx'
import BotSettingsDialog from './bot-settings.dialog.tsx'
import MonitoringDialog from './monitoring.dialog.tsx'
import SupportDialog from './support.dialog.tsx'

const planned = (name: Plan) => progressOf({ plan: name, deposit: depositEuro[name] })

test.each(plan.options)('A bot whose minimum exceeds the budget cannot be activated: %s', async name => {
  serveCustomer(planned(name))
  openPart(<ActivateBotDialog close={() => {}} budgetEuro={depositEuro[name]} />)
  await screen.findByRole('button', { name: /^Scalping Bot/ })
  const refusedBots = screen.queryAllByRole('button', { name: /Deposito insufficiente/ })
  const tooLarge = name === 'starter' ? ['Swing Trading Bot: Deposito insufficiente'] : []
  expect(refusedBots.map(button => button.getAttribute('aria-label'))).toEqual(tooLarge)
  for (const button of refusedBots) expect(button).toHaveProperty('disabled', true)
})

test.each([
  ['starter', 'Scalping Bot', 500],
  ['professional', 'Swing Trading Bot', 1000],
  ['elite', 'Swing Trading Bot', 2000],
  ['elite', 'Conservative Bot', 1000],
] as const)(
  'A bot gets the budget, at most twice its minimum: %s, %s, %i euro',
  async (name, bot, allocatedAmount) => {
    const api = serveCustomer(planned(name))
    const active: unknown[] = []
    api.answer({
      'GET /api/user/bots': () => json(200, active),
      'POST /api/user/bots': ({ body }) => {
        active.push(botOf(body as object))
        return json(201, active[0])
      },
    })
    const user = openApp('/dashboard')
    await user.click(await screen.findByRole('button', { name: 'Aggiungi Bot' }))
    await user.click(await screen.findByRole('button', { name: `${bot}: Attiva Bot` }))
    await screen.findByText('Bot attivato!')
    await screen.findByRole('heading', { name: bot })
    expect(api.sent('POST /api/user/bots')[0]?.body).toMatchObject({ strategyName: bot, allocatedAmount })
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test('A refused bot shows an error without the server’s words', async () => {
  const { user } = openCustomer('/dashboard', planned('elite'), {
    'POST /api/user/bots': () => refused(409, 'Deposito insufficiente'),
  })
  await user.click(await screen.findByRole('button', { name: 'Aggiungi Bot' }))
  await user.click(await screen.findByRole('button', { name: 'Scalping Bot: Attiva Bot' }))
  await screen.findByText("Errore nell'attivazione")
  screen.getByText('Si è verificato un errore.')
  screen.getByRole('dialog')
})

const failing = () => Promise.reject(new Error('out'))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function holdClock() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
}

async function fillTicket(user: ReturnType<typeof openPart>) {
  await user.click(await screen.findByRole('combobox', { name: 'Categoria' }))
  await user.click(await screen.findByRole('option', { name: 'Tecnico' }))
  await user.type(screen.getByLabelText('Oggetto'), 'Il bot non parte')
  await user.type(screen.getByLabelText('Descrizione'), 'Da ieri non apre operazioni.')
  await user.click(screen.getByRole('button', { name: 'Invia Ticket' }))
}

test('Bot settings start with their defaults, and saving takes a second', async () => {
  const user = holdClock()
  const close = vi.fn()
  openPart(<BotSettingsDialog close={close} />)
  expect((await screen.findByRole('combobox', { name: 'Livello di rischio' })).textContent).toBe('Medio')
  expect(screen.getByRole('combobox', { name: 'Orari di trading' }).textContent).toBe('24 ore su 24')
  const loss = screen.getByRole('slider', { name: 'Perdita massima giornaliera' })
  const range = ['aria-valuenow', 'aria-valuemin', 'aria-valuemax'].map(name => loss.getAttribute(name))
  expect(range).toEqual(['5', '1', '20'])
  act(() => loss.focus())
  await user.keyboard('{ArrowRight}')
  expect(loss.getAttribute('aria-valuenow')).toBe('5.5')
  screen.getByText('5,5%')
  expect(screen.getByLabelText('Operazioni massime')).toHaveProperty('value', '20')
  for (const name of ['Stop automatico', 'Notifiche'])
    expect(screen.getByRole('switch', { name }).getAttribute('aria-checked')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Salva Configurazioni' }))
  await waitFor(() => screen.getByRole('button', { name: 'Salvataggio...' }))
  await pass(900)
  expect(close).not.toHaveBeenCalled()
  await pass(200)
  expect(close).toHaveBeenCalledOnce()
  await screen.findByText('Configurazioni salvate!')
})

test('The number of trades is between 1 and 100', async () => {
  const save = vi.fn(async () => {})
  const user = openPart(<BotSettingsDialog close={() => {}} save={save} />)
  const trades = await screen.findByLabelText('Operazioni massime')
  for (const wrong of ['0', '101', '2.5']) {
    await user.clear(trades)
    await user.type(trades, wrong)
    await user.click(screen.getByRole('button', { name: 'Salva Configurazioni' }))
    await screen.findByText('Inserisci un numero da 1 a 100')
  }
  expect(save).not.toHaveBeenCalled()
  await user.clear(trades)
  await user.type(trades, '100')
  await user.click(screen.getByRole('button', { name: 'Salva Configurazioni' }))
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
})

test('Settings that cannot be saved show an error, and the dialog stays', async () => {
  const close = vi.fn()
  const user = openPart(<BotSettingsDialog close={close} save={failing} />)
  await user.click(await screen.findByRole('button', { name: 'Salva Configurazioni' }))
  await screen.findByText('Errore nel salvataggio delle configurazioni.')
  expect(close).not.toHaveBeenCalled()
})

test('A ticket shows the response times, and sending takes a second and a half', async () => {
  const user = holdClock()
  const close = vi.fn()
  openPart(<SupportDialog close={close} />)
  await screen.findByText('2-3 giorni')
  for (const text of ['2-3 giorni', '24 ore', '4-6 ore', '9-18', '9-13']) screen.getByText(text)
  expect(screen.getByRole('combobox', { name: 'Priorità' }).textContent).toBe('Media')
  await fillTicket(user)
  await waitFor(() => screen.getByRole('button', { name: 'Invio in corso...' }))
  await pass(1400)
  expect(close).not.toHaveBeenCalled()
  await pass(200)
  await screen.findByText('Ticket inviato!')
  expect(close).toHaveBeenCalledOnce()
})

test('A ticket that cannot be sent shows an error, and its text stays', async () => {
  const user = openPart(<SupportDialog close={() => {}} send={failing} />)
  await fillTicket(user)
  await screen.findByText("Errore nell'invio del ticket di supporto.")
  expect(screen.getByLabelText('Oggetto')).toHaveProperty('value', 'Il bot non parte')
})

test('The monitoring’s clock moves every half minute, and a refresh takes a second', async () => {
  vi.setSystemTime('2026-11-21T10:00:00Z')
  const user = holdClock()
  vi.setSystemTime('2026-11-21T10:00:00Z')
  openPart(<MonitoringDialog close={() => {}} />)
  await screen.findByText('11:00:00')
  screen.getByText(/^Dati illustrativi: un esempio/)
  within(screen.getByRole('figure')).getByText('Dati illustrativi')
  screen.getByRole('img', { name: /massimo alle 12, scende alle 14 e chiude a \+1,4%/ })
  await pass(29_000)
  screen.getByText('11:00:00')
  await pass(1000)
  expect(screen.queryByText('11:00:00')).toBeNull()
  screen.getByText(/^11:00:3/)
  await user.click(screen.getByRole('button', { name: 'Aggiorna' }))
  expect(screen.getByRole('button', { name: 'Aggiornamento...' })).toHaveProperty('disabled', true)
  await pass(1100)
  expect(screen.getByRole('button', { name: 'Aggiorna' })).toHaveProperty('disabled', false)
})
