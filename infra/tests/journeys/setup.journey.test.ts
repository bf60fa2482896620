import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Run, run, temporaryFolder } from '../support/run.ts'
import { openBrowser, openContext } from './browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const email = 'anna@example.com'
const password = 'segreta-di-anna'

async function register(page: Page) {
  await page.goto('/auth')
  await page
    .getByRole('tab', { name: 'Registrati' })
    .or(page.getByRole('button', { name: 'Registrati' }))
    .first()
    .click()
  await page.getByLabel('Nome', { exact: true }).fill('Anna')
  await page.getByLabel('Cognome').fill('Bianchi')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL('**/dashboard')
}

async function activateProfessional(page: Page) {
  await page
    .getByRole('link', { name: 'Scegli Piano' })
    .or(page.getByRole('button', { name: 'Scegli Piano' }))
    .click()
  await page.getByRole('button', { name: 'Scegli Professional' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Attiva/ }).click()
  await page.waitForURL('**/dashboard')
}

const step = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

async function completeEveryStep(page: Page) {
  await step(page, 'Passo 1:').getByRole('button', { name: 'Segna come Completato' }).click()
  await expectPercent(page, 25)
  await page.getByRole('button', { name: 'Autentica MT4/MT5' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Server' }).click()
  await page.getByRole('option', { name: /eu01/ }).click()
  await dialog.getByLabel('Numero account').fill('8001234')
  await dialog.getByLabel('Password', { exact: true }).fill('password-del-broker')
  await dialog.getByRole('button', { name: 'Salva Credenziali' }).click()
  await expectPercent(page, 75)
  await page.getByRole('button', { name: 'Completa Verifica (Demo)' }).click()
  await expectPercent(page, 100)
}

async function expectPercent(page: Page, percent: number) {
  await page.getByText(`${percent}% completato`).waitFor()
}

async function start(): Promise<{ product: Run; url: string }> {
  const product = run({ env: { DATA_DIR: temporaryFolder() } })
  return { product, url: `http://localhost:${await product.ready}` }
}

test('a customer registers, sets everything up, comes back elsewhere and finds it done', async () => {
  const { url } = await start()
  const { context, faults } = await openContext(browser, url)
  const page = await context.newPage()
  await register(page)
  await page.getByText('Benvenuto!').waitFor()
  await activateProfessional(page)
  await page.getByText('Area Privata - Professional').waitFor()
  await page.getByText('Ciao Anna, benvenuto nella tua dashboard!').waitFor()
  await completeEveryStep(page)

  await page.reload()
  await expectPercent(page, 100)
  await page.getByText('Centro di Controllo Bot').waitFor()
  await page.getByRole('button', { name: 'Esci' }).click()
  await page.waitForURL(`${url}/`)

  const elsewhere = await openContext(browser, url)
  const other = await elsewhere.context.newPage()
  await other.goto('/dashboard')
  await other.waitForURL('**/auth')
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.locator('form button[type=submit]').click()
  await other.waitForURL('**/dashboard')
  await other.getByText('Area Privata - Professional').waitFor()
  await expectPercent(other, 100)
  await other.getByText('8001234').waitFor()
  expect([...faults, ...elsewhere.faults]).toEqual([])
  await Promise.all([context.close(), elsewhere.context.close()])
})
