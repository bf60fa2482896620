import type { Page } from 'playwright-core'
import { customer, email, hold, hydrated, password, sent, submit, visitor } from './auth-visit.ts'
import { customerPassword } from './customer.ts'
import { sharedProduct } from './shared.ts'

const anna = 'anna-tardi@example.com'
const code = /\.js$/

const product = await sharedProduct()
beforeAll(async () => {
  await customer(product.url, anna)
})

const visit = () => visitor(product.url)

async function write(page: Page): Promise<void> {
  await email(page).fill(anna)
  await password(page).fill(customerPassword)
}

const credentials = { email: anna, password: customerPassword }

test.each([
  ['the button', (page: Page) => submit(page, 'Accedi').click()],
  ['Enter', (page: Page) => password(page).press('Enter')],
])('a form sent by %s before the page’s code has loaded signs in later, once', async (_how, send) => {
  const page = await visit()
  const arrive = await hold(page, code)
  const logins = sent(page, '/api/login')
  await page.goto('/auth', { waitUntil: 'commit' })
  await write(page)
  await send(page)
  await send(page)
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/auth')
  arrive()
  await page.waitForURL('**/dashboard')
  expect(logins).toEqual([credentials])
})

test('a page whose code does not arrive shows a message', async () => {
  const page = await visit()
  await page.route(code, route => route.abort())
  await page.goto('/auth')
  await page.getByText('La pagina non si è caricata del tutto').waitFor()
})

test('values that the browser restores after Back, or that an extension fills in without events, are sent', async () => {
  const page = await visit()
  const logins = sent(page, '/api/login')
  await page.goto('/auth')
  await hydrated(page)
  await email(page).fill(anna)
  await page.goto('/privacy')
  await page.goBack()
  await hydrated(page)
  expect(await email(page).inputValue()).toBe(anna)
  await password(page).evaluate((input, value) => {
    ;(input as HTMLInputElement).value = value
  }, customerPassword)
  await submit(page, 'Accedi').click()
  await page.waitForURL('**/dashboard')
  expect(logins).toEqual([credentials])
})

test('answers from before the questionnaire’s code has loaded stay, beside the values of its address', async () => {
  const page = await visit()
  const arrive = await hold(page, code)
  await page.goto('/questionnaire?method=call&phone=3331234567&country=%2B41', { waitUntil: 'commit' })
  await page.getByLabel('Nome e cognome').fill('Anna Bianchi')
  await page.getByText('26–35').click()
  arrive()
  await page.locator('.answer-sheet').getByText('Anna Bianchi').waitFor()
  expect(await page.getByLabel('Telefono').inputValue()).toBe('3331234567')
  expect(await page.getByLabel('Prefisso').inputValue()).toBe('+41')
  await page.getByRole('button', { name: 'Avanti' }).click()
  await page.getByText('Passo 2 di 4').waitFor()
  await page.getByRole('button', { name: 'Indietro' }).click()
  expect(await page.getByLabel('Nome e cognome').inputValue()).toBe('Anna Bianchi')
  expect(await page.getByLabel('26–35').isChecked()).toBe(true)
})
