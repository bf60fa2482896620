import type { Page } from 'playwright-core'

/** A customer's whole way with the mouse: from the registration to a dashboard with every step done. */

export type Person = { email: string; password: string }

export async function register(page: Page, { email, password }: Person): Promise<void> {
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

export async function activateProfessional(page: Page): Promise<void> {
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

export async function completeEveryStep(page: Page): Promise<void> {
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

export async function expectPercent(page: Page, percent: number): Promise<void> {
  await page.getByText(`${percent}% completato`).waitFor()
}

export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  if (!page.url().includes('/auth')) await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL('**/dashboard')
}
