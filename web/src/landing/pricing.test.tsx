import { depositEuro, plan } from '@tba/events/setup/plans.ts'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { planOffers } from '../content/plans.ts'
import { json, refused } from '../testing/api.ts'
import { openCustomer, openVisitor, progressOf, serveCustomer, serveVisitor } from '../testing/customers.ts'
import { openApp } from '../testing/render.tsx'

test('The price list names the contract’s plans, each with its deposit', () => {
  const listed = planOffers.map(offer => [offer.plan, offer.depositEuro])
  expect(listed).toEqual(plan.options.map(name => [name, depositEuro[name]]))
})

type User = ReturnType<typeof openApp>

async function openPlan(user: User, name: string) {
  await user.click(await screen.findByRole('button', { name: `Scegli ${name}` }))
  return within(await screen.findByRole('dialog'))
}

async function sendLead(user: User, dialog: Awaited<ReturnType<typeof openPlan>>) {
  await user.type(dialog.getByLabelText('Nome'), 'Luca')
  await user.type(dialog.getByLabelText('Email'), 'luca@example.com')
  await user.click(dialog.getByRole('button', { name: 'Invia la richiesta' }))
}

test('Each plan has its price, its declared return and the label for it', async () => {
  openVisitor('/')
  const plans = within(screen.getByRole('region', { name: 'Il listino' })).getAllByRole('listitem')
  const columns = plans.filter(item => item.className === 'plan').map(item => item.textContent)
  expect(columns).toEqual([
    expect.stringMatching(/Starter.*500\s€.*8-12%.*rendimenti dichiarati, non garantiti/),
    expect.stringMatching(
      /Più popolare.*Professional.*1\.000\s€.*12-18%.*rendimenti dichiarati, non garantiti/,
    ),
    expect.stringMatching(/Elite.*3\.000\s€.*18-25%.*rendimenti dichiarati, non garantiti/),
  ])
  await screen.findByRole('link', { name: 'Accedi' })
})

test('A visitor’s request is sent with the deposit as text, and leads to registration after two seconds', async () => {
  const api = serveVisitor()
  api.answer({ 'POST /api/leads': () => json(201, { id: 'l' }) })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  openApp('/')
  const dialog = await openPlan(user, 'Professional')
  // Nothing here creates the account.
  await dialog.findByText(/L’account lo crei tu/)
  await user.click(dialog.getByRole('radio', { name: /Elite/ }))
  await sendLead(user, dialog)
  await screen.findByText('Richiesta inviata con successo!')
  screen.getByText("Ti contatteremo presto per completare l'attivazione del tuo piano.")
  const lead = { name: 'Luca', email: 'luca@example.com', plan: 'elite', deposit: '3000' }
  expect(api.sent('POST /api/leads')[0]?.body).toEqual(lead)
  expect(screen.queryByRole('dialog')).toBeNull()
  screen.getByRole('button', { name: 'Inizia con €500' })
  await act(() => vi.advanceTimersByTimeAsync(2100))
  await screen.findByRole('tab', { name: 'Accedi' })
})

test('A refused request keeps the modal and the typed text', async () => {
  const { api, user } = openVisitor('/', { 'POST /api/leads': () => refused(429, 'Troppe richieste') })
  const dialog = await openPlan(user, 'Starter')
  await sendLead(user, dialog)
  await screen.findByText("Errore nella creazione dell'account")
  screen.getByText('429: Troppe richieste')
  expect(dialog.getByLabelText('Nome')).toHaveProperty('value', 'Luca')
  api.answer({ 'POST /api/leads': () => Promise.reject(new TypeError('Failed to fetch')) })
  await user.click(await dialog.findByRole('button', { name: 'Invia la richiesta' }))
  await screen.findByText('Si è verificato un errore. Riprova più tardi.')
})

test('A request needs a name and an address', async () => {
  const { api, user } = openVisitor('/')
  const dialog = await openPlan(user, 'Starter')
  await user.click(dialog.getByRole('button', { name: 'Invia la richiesta' }))
  await dialog.findByText('Il nome deve contenere almeno 2 caratteri')
  dialog.getByText('Inserisci un indirizzo email valido')
  expect(api.sent('POST /api/leads')).toEqual([])
})

test('A signed-in customer activates the plan at once and finds it on the dashboard', async () => {
  const api = serveCustomer(null)
  const progress = progressOf({ plan: 'starter', deposit: 500 })
  api.answer({
    'POST /api/user/progress': () => {
      api.answer({ 'GET /api/user/progress': () => json(200, progress) })
      return json(201, progress)
    },
  })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  openApp('/')
  const dialog = await openPlan(user, 'Starter')
  await user.click(await dialog.findByRole('button', { name: 'Attiva Piano' }))
  await screen.findByText('Piano attivato con successo!')
  const activation = { plan: 'starter', deposit: 500, status: 'active' }
  expect(api.sent('POST /api/user/progress')[0]?.body).toEqual(activation)
  await act(() => vi.advanceTimersByTimeAsync(2100))
  await screen.findByRole('heading', { name: 'Area Privata - Starter' })
})

test('A refused activation shows the server’s message', async () => {
  const { user } = openCustomer('/', null, {
    'POST /api/user/progress': () => refused(400, 'Deposito non valido'),
  })
  const dialog = await openPlan(user, 'Starter')
  await user.click(await dialog.findByRole('button', { name: 'Attiva Piano' }))
  await screen.findByText("Errore nell'attivazione")
  screen.getByText('400: Deposito non valido')
})
