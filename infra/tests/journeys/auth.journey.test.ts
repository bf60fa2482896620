import type { Page } from 'playwright-core'
import { customer, email, hydrated, password, submit, tab, visitor } from './auth-visit.ts'
import { customerPassword } from './customer.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()
beforeAll(async () => {
  await customer(product.url, 'anna@example.com')
})

const visit = () => visitor(product.url)

async function fillLogin(page: Page, address = 'anna@example.com', secret = customerPassword) {
  await page.goto('/auth')
  await hydrated(page)
  await email(page).fill(address)
  await password(page).fill(secret)
}

test('sign-in leads to the dashboard, and Back does not return to the form', async () => {
  const page = await visit()
  await page.goto('/privacy')
  await fillLogin(page)
  await submit(page, 'Accedi').click()
  await page.waitForURL('**/dashboard')
  await page.getByText('Benvenuto!').waitFor()
  await page.goto('/auth')
  await page.waitForURL('**/dashboard')
  await page.getByText('Benvenuto!').waitFor()
})

test('a visitor registers and corrects errors with only the keyboard', async () => {
  const page = await visit()
  const { keyboard } = page
  await page.goto('/auth')
  await hydrated(page)
  await tab(page, 'Accedi').focus()
  await keyboard.press('ArrowRight')
  expect(await tab(page, 'Registrati').evaluate(element => element === document.activeElement)).toBe(true)
  for (const text of ['T', 'Tasti', 'tasti@example.com', customerPassword]) {
    await keyboard.press('Tab')
    await keyboard.type(text)
  }
  await keyboard.press('Enter')
  const wrong = page.getByLabel('Nome', { exact: true })
  await page.getByText('Il nome deve contenere almeno 2 caratteri').waitFor()
  expect(await wrong.evaluate(element => element === document.activeElement)).toBe(true)
  await keyboard.type('ina')
  await keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
})
