import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choosePlan, register } from './customer.ts'
import { newDevice } from './device.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()

async function openDashboard(email: string, width: number): Promise<Page> {
  const context = await newDevice(product.url)
  await register(context, email)
  await choosePlan(context)
  const page = await context.newPage()
  await page.setViewportSize({ width, height: 900 })
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: /^Area Privata/ }).waitFor()
  return page
}

const hasFocus = (control: Locator) => control.evaluate(element => element === document.activeElement)

/** Walks there as somebody without a mouse does. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await hasFocus(control)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key never comes to ${control}`)
}

const focusArrives = (control: Locator) =>
  expect.poll(() => hasFocus(control), { timeout: 30_000 }).toBe(true)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function fillCredentials(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await tabTo(page, dialog.getByRole('combobox', { name: 'Server' }))
  await page.keyboard.press('Enter')
  const server = page.getByRole('option', { name: /^eu02/ })
  await server.waitFor()
  while (!(await hasFocus(server))) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByLabel('Numero account'))
  await page.keyboard.type('8001234')
  await tabTo(page, dialog.getByLabel('Password', { exact: true }))
  await page.keyboard.type('password-del-broker')
  await page.keyboard.press('Enter')
}

test('a customer sets everything up without a mouse, led from step to step', async () => {
  const page = await openDashboard('tastiera@example.com', 390)
  await tabTo(page, button(page, 'Segna come Completato').first())
  await page.keyboard.press('Enter')
  await focusArrives(button(page, 'Autentica MT4/MT5'))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await fillCredentials(page)
  await page.getByText('75% completato').waitFor()
  await focusArrives(button(page, 'Completa Verifica (Demo)'))
  await page.keyboard.press('Space')
  await page.getByText('100% completato').waitFor()
  await focusArrives(page.getByRole('heading', { name: 'Configurazione completata' }))
  await page.getByText('eu02').waitFor()
})

const dialogs = [
  ['Autenticazione MT4/MT5', 'Autentica MT4/MT5'],
  ['Aggiungi Nuovo Bot', 'Aggiungi Bot'],
  ['Impostazioni Bot', /^Impostazioni Bot/],
  ['Centro Supporto', /^Centro Supporto/],
  ['Monitoring in Tempo Reale', /^Monitoring in Tempo Reale/],
] as const

test('every dialog opens, keeps the focus and gives it back by the keyboard alone', async () => {
  const page = await openDashboard('finestre@example.com', 1440)
  for (const [title, opener] of dialogs) {
    await tabTo(page, button(page, opener))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.waitFor()
    for (let presses = 0; presses < 20; presses++) {
      expect(await dialog.evaluate(element => element.contains(document.activeElement)), title).toBe(true)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await focusArrives(button(page, opener))
  }
})
