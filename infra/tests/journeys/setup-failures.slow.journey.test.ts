import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { choosePlan, completeSetup, register } from './customer.ts'
import { newDevice } from './device.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()

let customers = 0

/** A new customer's page: with a plan unless it is said that there is none. */
async function customer(plan: 'planned' | 'unplanned' | 'complete' = 'planned'): Promise<Page> {
  const context = await newDevice(product.url)
  customers += 1
  await register(context, `guasti-${customers}@example.com`)
  if (plan !== 'unplanned') await choosePlan(context)
  if (plan === 'complete') await completeSetup(context)
  return context.newPage()
}

type Failure = [how: string, fail: (route: Route) => Promise<void>, told: string]

const later = 'Si è verificato un errore. Riprova più tardi.'
const failures: Failure[] = [
  [
    'a refusal',
    route => route.fulfill({ status: 503, json: { message: 'Servizio non disponibile' } }),
    '503: Servizio non disponibile',
  ],
  [
    'a gateway’s page',
    route => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }),
    '502: <h1>Bad Gateway</h1>',
  ],
  ['no network', route => route.abort(), later],
  ['an answer that is none', route => route.fulfill({ status: 200, body: 'pronto?' }), later],
]

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** The toast with exactly this title and this text. */
async function toastSays(page: Page, title: string, text?: string): Promise<void> {
  const toast = page.locator('.toast').filter({ has: page.getByText(title, { exact: true }) })
  await toast.waitFor()
  expect(await toast.locator('.toast-title').textContent()).toBe(title)
  if (text) expect(await toast.locator('.toast-text').textContent()).toBe(text)
  // By its own cross, which closes nothing else.
  await toast.getByRole('button', { name: 'Chiudi notifica' }).click()
  await toast.waitFor({ state: 'detached' })
}

const commandsTo = (page: Page, path: string, fail: Failure[1]) =>
  page.route(path, route => (route.request().method() === 'GET' ? route.continue() : fail(route)))

test('a plan that cannot be activated is told with what the server said, and can be tried again', async () => {
  const page = await customer('unplanned')
  await page.goto('/')
  await button(page, 'Scegli Professional').click()
  const dialog = page.getByRole('dialog')
  for (const [, fail, told] of failures) {
    await commandsTo(page, '**/api/user/progress', fail)
    await dialog.getByRole('button', { name: 'Attiva Piano' }).click()
    await toastSays(page, "Errore nell'attivazione", told)
    await page.unrouteAll()
  }
  await dialog.getByRole('button', { name: 'Attiva Piano' }).click()
  await toastSays(page, 'Piano attivato con successo!')
  await page.waitForURL('**/dashboard')
  await page.getByText('Area Privata - Professional').waitFor()
})

test('credentials that cannot be saved stay in the form, and are saved by the next press', async () => {
  const page = await customer()
  await page.goto('/dashboard')
  await button(page, 'Autentica MT4/MT5').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Server' }).click()
  await page.getByRole('option', { name: /^asia02/ }).click()
  await dialog.getByLabel('Numero account').fill('8001234')
  await dialog.getByLabel('Password', { exact: true }).fill('password-del-broker')
  for (const [, fail, told] of failures) {
    await commandsTo(page, '**/api/user/mt4-credentials', fail)
    await button(page, 'Salva Credenziali').click()
    await toastSays(page, 'Errore nel salvataggio', told)
    await page.unrouteAll()
  }
  expect(await dialog.getByRole('combobox', { name: 'Server' }).textContent()).toMatch(/^asia02/)
  expect(await dialog.getByLabel('Numero account').inputValue()).toBe('8001234')
  expect(await dialog.getByLabel('Password', { exact: true }).inputValue()).toBe('password-del-broker')
  await button(page, 'Salva Credenziali').click()
  await toastSays(page, 'Credenziali salvate!')
  await toastSays(page, 'Progresso aggiornato')
  await page.getByText('50% completato').waitFor()
})

test('a bot that cannot be activated is told without the server’s words, and its dialog stays', async () => {
  const page = await customer()
  await page.goto('/dashboard')
  await button(page, 'Aggiungi Bot').click()
  for (const [, fail] of failures) {
    await commandsTo(page, '**/api/user/bots', fail)
    await button(page, 'Swing Trading Bot: Attiva Bot').click()
    await toastSays(page, "Errore nell'attivazione", 'Si è verificato un errore.')
    await page.unrouteAll()
  }
  await button(page, 'Swing Trading Bot: Attiva Bot').click()
  await toastSays(page, 'Bot attivato!')
  await page.getByRole('heading', { name: 'Swing Trading Bot' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('a step that cannot be marked is told, stays open and keeps the focus', async () => {
  const page = await customer()
  await page.goto('/dashboard')
  const verify = button(page, 'Completa Verifica (Demo)')
  for (const [, fail] of failures) {
    await commandsTo(page, '**/api/user/progress', fail)
    await verify.press('Enter')
    await page.getByText("Errore nell'aggiornamento del progresso.", { exact: true }).first().waitFor()
    await expect
      .poll(() => verify.evaluate(element => element === document.activeElement), { timeout: 30_000 })
      .toBe(true)
    await toastSays(page, 'Errore', "Errore nell'aggiornamento del progresso.")
    await page.unrouteAll()
  }
  await page.getByText('0% completato').waitFor()
  await verify.click()
  await toastSays(page, 'Progresso aggiornato')
  await page.getByText('25% completato').waitFor()
})

test('whoever cannot be signed out is told, and leaves all the same', async () => {
  const page = await customer()
  await page.goto('/dashboard')
  const logged = page.waitForEvent('console', message => message.text().includes('Logout non riuscito'))
  await page.route('**/api/logout', route =>
    route.fulfill({ status: 503, json: { message: 'Servizio non disponibile' } }),
  )
  await button(page, 'Esci').click()
  await logged
  await page.waitForURL(`${product.url}/`)
  await toastSays(page, 'Errore di logout', '503: Servizio non disponibile')
})

test('whoever signs out is told goodbye', async () => {
  const page = await customer()
  await page.goto('/dashboard')
  await button(page, 'Esci').click()
  await page.waitForURL(`${product.url}/`)
  await toastSays(page, 'Logout effettuato', 'Arrivederci!')
  await page.goto('/dashboard')
  await page.waitForURL('**/auth')
})

describe('what cannot be loaded says so and is asked for again by a press', () => {
  test('the whole page', async () => {
    const page = await customer()
    await page.route('**/api/user/progress', route => route.abort())
    await page.goto('/dashboard')
    await page.getByText('Non riusciamo a caricare questa pagina. Controlla la connessione.').waitFor()
    await page.unrouteAll()
    await button(page, 'Riprova').click()
    await page.getByText('Area Privata - Professional').waitFor()
  })

  test('each panel, and the rest stands', async () => {
    const page = await customer('complete')
    await page.route(/\/api\/user\/(bots|mt4-credentials|activity)$/, route => route.abort())
    await page.goto('/dashboard')
    await page.getByText('Centro di Controllo Bot').waitFor()
    await button(page, 'Riprova').nth(2).waitFor()
    await page.unrouteAll()
    for (const text of ['8001234', 'Hai attivato un bot', 'Attivo dal']) {
      expect(await page.getByText(text).count()).toBe(0)
    }
    for (let left = 3; left > 0; left--) {
      await button(page, 'Riprova').first().click()
      await expect.poll(() => button(page, 'Riprova').count(), { timeout: 30_000 }).toBe(left - 1)
    }
    for (const text of ['8001234', 'Hai attivato un bot', 'Attivo dal']) await page.getByText(text).waitFor()
  })

  test('a dialog whose code does not arrive', async () => {
    const page = await customer()
    await page.goto('/dashboard')
    await page.route(/support\.dialog/, route => route.abort())
    await button(page, /^Centro Supporto/).click()
    await toastSays(
      page,
      'Errore',
      'La finestra non si è aperta. Controlla la connessione o ricarica la pagina.',
    )
    await page.getByText('Area Privata - Professional').waitFor()
    await page.unrouteAll()
    await button(page, /^Centro Supporto/).click()
    await page.getByRole('dialog', { name: 'Centro Supporto' }).waitFor()
  })
})

describe('a session that ends while the page is open', () => {
  test('shows so over a dialog that is being sent', async () => {
    const page = await customer()
    await page.goto('/dashboard')
    await button(page, 'Aggiungi Bot').click()
    await commandsTo(page, '**/api/user/bots', route =>
      route.fulfill({ status: 401, json: { message: 'Accesso richiesto' } }),
    )
    await button(page, 'Scalping Bot: Attiva Bot').click()
    await page.getByRole('heading', { name: 'Accesso Richiesto' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/auth')
  })

  test('elsewhere, shows so and nothing of the customer’s', async () => {
    const page = await customer()
    await page.goto('/dashboard')
    await page.getByText('Ciao Anna, benvenuto nella tua dashboard!').waitFor()
    await page.context().request.post('/api/logout')
    await page.getByRole('heading', { name: 'Accesso Richiesto' }).waitFor()
    expect(await page.getByText('Anna').count()).toBe(0)
    await page.reload()
    await page.waitForURL('**/auth')
  })
})
