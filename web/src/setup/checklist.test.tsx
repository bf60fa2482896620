import { screen, waitFor, within } from '@testing-library/react'
import { brand } from '../content/brand.ts'
import { deferred, json, refused } from '../testing/api.ts'
import { allSteps, openCustomer, progressOf, saveCredentials, serveCustomer } from '../testing/customers.ts'
import { openApp } from '../testing/render.tsx'
// Compiled before the time limit of the first test starts: the page loads them on demand.
import './dialogs/credentials.dialog.tsx'
import './dashboard.page.tsx'

const put = 'PUT /api/user/progress'
const credentials = 'POST /api/user/mt4-credentials'
const credentialsSaved = { [credentials]: () => json(201, {}) }
const outage = () => refused(503, 'Servizio non disponibile')
const twoA = { step1_broker_account: true, step2_mt4_authenticated: true }

async function step(name: RegExp) {
  const heading = await screen.findByRole('heading', { name })
  return within(heading.closest('li') as HTMLElement)
}

test('The broker step opens the affiliate page in a new tab, and is recorded with its address', async () => {
  const { api, user } = openCustomer('/dashboard', progressOf())
  const broker = await step(/Apri il conto/)
  const link = broker.getByRole('link', { name: /Apri Conto Broker/ })
  expect(link.getAttribute('href')).toBe(brand.affiliateUrl)
  expect(link.getAttribute('target')).toBe('_blank')
  await user.click(broker.getByRole('button', { name: 'Segna come Completato' }))
  await screen.findByText('Progresso aggiornato')
  expect(api.bodies(put)).toEqual([{ step1_broker_account: true, step1_broker_link: brand.affiliateUrl }])
  await screen.findByText('25%')
})

test('Authentication saves the credentials and completes 2a and 2b in one call, with a licence code', async () => {
  const { api, user } = openCustomer('/dashboard', progressOf(), credentialsSaved)
  await saveCredentials(user)
  await screen.findByText('Credenziali salvate!')
  await screen.findByText('50%')
  const given = { platform: 'MT4', server: 'us10', loginNumber: '88123456', password: 'broker-segreta' }
  expect(api.sent(credentials)[0]?.body).toEqual(given)
  const code = { step2_license_key: expect.stringMatching(/^TBA-[A-Z0-9]+$/) }
  const both = { step2_mt4_authenticated: true, step2_axi_connected: true }
  expect(api.bodies(put)).toEqual([{ ...both, ...code }])
  expect(screen.queryByRole('dialog')).toBeNull()
  // The code of a completed step can still be copied.
  const sent = api.sent(put)[0]?.body as { step2_license_key: string }
  ;(await step(/Collegamento/)).getByText(sent.step2_license_key)
})

test('If credentials cannot be saved, the dialog stays open and no step is completed', async () => {
  const { api, user } = openCustomer('/dashboard', progressOf(), { [credentials]: outage })
  await saveCredentials(user)
  await screen.findByText('Errore nel salvataggio')
  screen.getByText('503: Servizio non disponibile')
  screen.getByRole('dialog')
  expect(api.sent(put)).toEqual([])
})

test('Each empty field shows a message, and the first one gets the focus', async () => {
  const { user } = openCustomer('/dashboard', progressOf())
  await user.click(await screen.findByRole('button', { name: 'Autentica MT4/MT5' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: 'Salva Credenziali' }))
  await dialog.findByText('Server richiesto')
  dialog.getByText('Numero account richiesto')
  expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: 'Server' }))
  dialog.getByText('Password richiesta')
})

test('The copy-trading step is locked until 2a is done, and explains why', async () => {
  openCustomer('/dashboard', progressOf())
  const link = await step(/Collegamento/)
  const description = "Disponibile dopo l'autenticazione MT4/MT5 (passo 2a)."
  link.getByText(description)
  const mark = link.getByRole('button', { name: 'Segna come Completato', description })
  expect(mark).toHaveProperty('disabled', true)
  expect(link.queryByRole('button', { name: 'Copia Codice' })).toBeNull()
})

test('If only 2a is done, 2b can be completed alone', async () => {
  const { api, user } = openCustomer('/dashboard', progressOf({ ...twoA, step2_license_key: 'TBA-STORED' }))
  await user.click((await step(/Collegamento/)).getByRole('button', { name: 'Segna come Completato' }))
  await screen.findByText('75%')
  expect(api.bodies(put)).toEqual([{ step2_axi_connected: true, step2_license_key: 'TBA-STORED' }])
})

test('Without a stored code a random TBA code is shown, which stays the same', async () => {
  const { user } = openCustomer('/dashboard', progressOf(twoA))
  const code = (await step(/Collegamento/)).getByText(/^TBA-[A-Z0-9]+$/).textContent
  await user.click((await step(/Verifica/)).getByRole('button', { name: 'Completa Verifica (Demo)' }))
  await screen.findByText('75%')
  expect((await step(/Collegamento/)).getByText(/^TBA-/).textContent).toBe(code)
})

test('Copying the code shows a message, also if it fails', async () => {
  const { user } = openCustomer('/dashboard', progressOf({ ...twoA, step2_license_key: 'TBA-STORED' }))
  await user.click(await screen.findByRole('button', { name: 'Copia Codice' }))
  await screen.findByText('Codice copiato!')
  screen.getByText('Il codice è stato copiato negli appunti.')
  expect(await navigator.clipboard.readText()).toBe('TBA-STORED')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await user.click(screen.getByRole('button', { name: 'Copia Codice' }))
  await screen.findByText('Copia non riuscita')
})

test('The security check sends five names and uploads nothing', async () => {
  const { api, user } = openCustomer('/dashboard', progressOf())
  const security = await step(/Verifica/)
  security.getByText('Formati supportati: PNG, JPG (max 5MB per file)')
  await user.click(security.getByRole('button', { name: 'Completa Verifica (Demo)' }))
  await screen.findByText('25%')
  const body = api.sent(put)[0]?.body as { step3_screenshots: string[] }
  expect(body).toEqual({ step3_security_verified: true, step3_screenshots: expect.any(Array) })
  expect(new Set(body.step3_screenshots).size).toBe(5)
})

const hasFocus = (name: string, role = 'button') =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })))

async function press(user: ReturnType<typeof openApp>, name: RegExp, button: string) {
  await user.click((await step(name)).getByRole('button', { name: button }))
}

test('The focus moves from the broker step to the authentication, and after its dialog to the security check', async () => {
  const { user } = openCustomer('/dashboard', progressOf(), credentialsSaved)
  await press(user, /Apri il conto/, 'Segna come Completato')
  await hasFocus('Autentica MT4/MT5')
  await saveCredentials(user)
  await screen.findByText('75%')
  await hasFocus('Completa Verifica (Demo)')
})

test('After the last step the focus is on the message that the bot starts', async () => {
  const { user } = openCustomer('/dashboard', progressOf({ ...allSteps, step3_security_verified: false }))
  await press(user, /Verifica/, 'Completa Verifica (Demo)')
  await hasFocus('Configurazione completata', 'heading')
})

test('A failed step keeps the focus for the next attempt', async () => {
  const api = serveCustomer(progressOf(twoA))
  const answer = deferred()
  api.answer({ [put]: answer.answer })
  const user = openApp('/dashboard')
  await press(user, /Collegamento/, 'Segna come Completato')
  expect(screen.getByRole('button', { name: 'Segna come Completato' })).toHaveProperty('disabled', true)
  answer.release(outage())
  await screen.findByText("Errore nell'aggiornamento del progresso.")
  await hasFocus('Segna come Completato')
})

test('Saved credentials are not needed again if completing the step fails', async () => {
  const api = serveCustomer(progressOf({ step1_broker_account: true }))
  const serves = api.routeOf(put)
  api.answer({ ...credentialsSaved, [put]: outage })
  const user = openApp('/dashboard')
  await saveCredentials(user)
  await screen.findByText("Errore nell'aggiornamento del progresso.")
  expect(screen.queryByRole('dialog')).toBeNull()
  api.answer({ [put]: serves })
  await press(user, /Autenticazione MT4/, 'Segna come Completato')
  await screen.findByText('75%')
  expect(api.sent(credentials)).toHaveLength(1)
  const [first, second] = api.bodies(put)
  expect(second).toEqual(first)
  await hasFocus('Completa Verifica (Demo)')
})
