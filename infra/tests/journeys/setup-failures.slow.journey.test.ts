import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choosePlan, register } from './customer.ts'
import { newDevice } from './device.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()

/** A new customer’s dashboard. */
async function openDashboard(email: string): Promise<Page> {
  const context = await newDevice(product.url)
  await register(context, email)
  await choosePlan(context)
  const page = await context.newPage()
  await page.goto('/dashboard')
  return page
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** The toast with exactly this title and this text. */
async function toastSays(page: Page, title: string, text: string): Promise<void> {
  const toast = page.locator('.toast').filter({ has: page.getByText(title, { exact: true }) })
  await toast.waitFor()
  expect(await toast.locator('.toast-title, .toast-text').allTextContents()).toEqual([title, text])
  // By its own cross, which closes nothing else.
  await toast.getByRole('button', { name: 'Chiudi notifica' }).click()
  await toast.waitFor({ state: 'detached' })
}

test('whoever signs out is told goodbye', async () => {
  const page = await openDashboard('saluti@example.com')
  await button(page, 'Esci').click()
  await page.waitForURL(`${product.url}/`)
  await toastSays(page, 'Logout effettuato', 'Arrivederci!')
  await page.goto('/dashboard')
  await page.waitForURL('**/auth')
})

test('a dialog whose code does not arrive says so, and is asked for again by a press', async () => {
  const page = await openDashboard('guasti@example.com')
  await page.route(/support\.dialog/, route => route.abort())
  await button(page, /^Centro Supporto/).click()
  const told = 'La finestra non si è aperta. Controlla la connessione o ricarica la pagina.'
  await toastSays(page, 'Errore', told)
  await page.getByText('Area Privata - Professional').waitFor()
  await page.unrouteAll()
  await button(page, /^Centro Supporto/).click()
  await page.getByRole('dialog', { name: 'Centro Supporto' }).waitFor()
})
