import type { Page } from 'playwright-core'
import { email, password, submit, tab, takenUp } from './auth-visit.ts'

const lostToken = 'A'.repeat(43)

async function open(page: Page, address = '/auth'): Promise<void> {
  await page.goto(address)
  await takenUp(page)
}

async function openForgotten(page: Page): Promise<void> {
  await open(page)
  await page.getByRole('button', { name: 'Password dimenticata?' }).click()
  await page.getByRole('heading', { name: 'Password dimenticata?' }).waitFor()
}

/** Every state of the screens before sign-in, by the name of its picture, and how a page comes into it. */
export const authStates: Record<string, (page: Page) => Promise<void>> = {
  auth: page => open(page),

  async 'auth-wrong'(page) {
    await open(page)
    await email(page).fill('anna')
    await submit(page, 'Accedi').click()
    await page.getByText('Password richiesta').waitFor()
  },

  async 'auth-refused'(page) {
    await open(page)
    await email(page).fill('nessuno@example.com')
    await password(page).fill('sbagliata')
    await submit(page, 'Accedi').click()
    await page.locator('.toast').getByText('401: Credenziali non valide').waitFor()
  },

  async register(page) {
    await open(page)
    await tab(page, 'Registrati').click()
    await page.getByLabel('Cognome').waitFor()
  },

  async 'register-wrong'(page) {
    await open(page)
    await tab(page, 'Registrati').click()
    await submit(page, 'Registrati').click()
    await page.getByText('La password deve contenere almeno 6 caratteri').waitFor()
  },

  forgotten: page => openForgotten(page),

  async asked(page) {
    await openForgotten(page)
    await email(page).fill('nessuno@example.com')
    await submit(page, 'Invia il link').click()
    await page.getByRole('heading', { name: 'Controlla la tua email' }).waitFor()
  },

  'reset-password': page => open(page, `/reset-password#token=${lostToken}`),

  async 'lost-link'(page) {
    await open(page, `/reset-password#token=${lostToken}`)
    await page.getByLabel('Nuova password').fill('tutta-nuova')
    await submit(page, 'Salva la nuova password').click()
    await page.getByRole('heading', { name: 'Richiedi un nuovo link' }).waitFor()
  },
}
