import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choosePlan, register } from './customer.ts'
import { newDevice } from './device.ts'
import { focusArrives, tabTo } from './keyboard.ts'
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

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

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
