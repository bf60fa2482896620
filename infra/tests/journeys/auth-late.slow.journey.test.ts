import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { budgetOf } from '../pages/budget.ts'
import { customer, email, hold, password, sent, submit, tab, takenUp, visitor } from './auth-visit.ts'
import { customerPassword } from './customer.ts'
import { sharedProduct } from './shared.ts'

const anna = 'anna-tardi@example.com'
const code = /\.js$/
const checks = /\/checks-[\w-]+\.js$/

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

test('before a field is touched, sign-in loads at most 110 KB of code, and nothing of its checks', async () => {
  const page = await visit()
  await page.goto('/auth', { waitUntil: 'networkidle' })
  await takenUp(page)
  const loaded = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(entry => ({ name: entry.name, bytes: (entry as PerformanceResourceTiming).encodedBodySize })),
    )
  const atFirst = await loaded()
  const bytes = atFirst.reduce((sum, file) => sum + file.bytes, 0)
  expect(bytes / 1000).toBeGreaterThan(50)
  expect(bytes / 1000).toBeLessThanOrEqual(budgetOf('auth.html').js)
  expect(atFirst.filter(({ name }) => checks.test(name))).toEqual([])
  await email(page).focus()
  await expect.poll(async () => (await loaded()).filter(({ name }) => checks.test(name)).length).toBe(1)
})

test.each([
  ['the button', (page: Page) => submit(page, 'Accedi').click()],
  ['Enter', (page: Page) => password(page).press('Enter')],
])(
  'what is typed and sent by %s before the page’s code has come signs in once it has, once',
  async (_how, send) => {
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
  },
)

test('a press while the form’s checks are on their way is carried out once, with what stands there by then', async () => {
  const page = await visit()
  const arrive = await hold(page, checks)
  const logins = sent(page, '/api/login')
  await page.goto('/auth')
  await takenUp(page)
  await write(page)
  await submit(page, 'Accedi').click()
  const pending = submit(page, 'Accesso in corso...')
  await pending.waitFor()
  expect(await pending.isDisabled()).toBe(true)
  await password(page).press('Enter')
  expect(logins).toEqual([])
  arrive()
  await page.waitForURL('**/dashboard')
  expect(logins).toEqual([credentials])
})

test('a field that was left before its checks came is checked when they are there', async () => {
  const page = await visit()
  const arrive = await hold(page, checks)
  await page.goto('/auth')
  await takenUp(page)
  await email(page).fill('anna')
  await password(page).focus()
  await page.keyboard.type('cor')
  arrive()
  await page.getByText('Inserisci un indirizzo email valido').waitFor()
  expect(await page.getByText('Password richiesta').count()).toBe(0)
  await page.keyboard.type('ta')
  expect(await password(page).inputValue()).toBe('corta')
  await page.keyboard.press('Tab')
  await page.getByText('Password richiesta').waitFor()
})

test('checks that do not arrive are told of, and the next press fetches them', async () => {
  const page = await visit()
  await page.route(checks, route => route.abort())
  const logins = sent(page, '/api/login')
  await page.goto('/auth')
  await write(page)
  await submit(page, 'Accedi').click()
  await page.getByRole('alert').filter({ hasText: 'Il modulo non si è caricato del tutto' }).waitFor()
  await page.getByRole('button', { name: 'ricarica la pagina' }).waitFor()
  await page.unroute(checks)
  await submit(page, 'Accedi').click()
  await page.waitForURL('**/dashboard')
  expect(logins).toEqual([credentials])
})

test('an old page whose parts are gone after a new version says so, and a reload signs in', async () => {
  const page = await visit()
  await page.route(checks, route => route.fulfill({ status: 404, contentType: 'text/html', body: 'no' }))
  await page.goto('/auth')
  await write(page)
  await submit(page, 'Accedi').click()
  const reload = page.getByRole('button', { name: 'ricarica la pagina' })
  await reload.waitFor()
  await page.unroute(checks)
  await reload.click()
  await takenUp(page)
  await write(page)
  await submit(page, 'Accedi').click()
  await page.waitForURL('**/dashboard')
})

test('without a network even a toast is told', async () => {
  const page = await visit()
  await page.goto('/auth')
  await takenUp(page)
  await page.route(/\/toasts-[\w-]+\.js$/, route => route.abort())
  await page.route('**/api/login', route => route.abort())
  await write(page)
  await submit(page, 'Accedi').click()
  const alert = page.getByRole('alert').filter({ hasText: 'Errore di accesso' })
  await alert.getByText('Impossibile connettersi al server').waitFor()
  await page.getByRole('button', { name: 'Chiudi' }).click()
  await alert.waitFor({ state: 'detached' })
  expect(await email(page).inputValue()).toBe(anna)
})

test('a page whose code does not arrive says so', async () => {
  const page = await visit()
  await page.route(code, route => route.abort())
  await page.goto('/auth')
  await page.getByText('La pagina non si è caricata del tutto').waitFor()
})

test('registration is opened and a password shown by presses from before the page’s code', async () => {
  const page = await visit()
  const arrive = await hold(page, code)
  await page.goto('/auth', { waitUntil: 'commit' })
  await password(page).fill('segreta')
  await page.getByRole('button', { name: 'Mostra password' }).click()
  arrive()
  await page.getByRole('button', { name: 'Nascondi password' }).waitFor()
  expect(await password(page).getAttribute('type')).toBe('text')
  expect(await password(page).inputValue()).toBe('segreta')

  const again = await visit()
  const release = await hold(again, code)
  await again.goto('/auth', { waitUntil: 'commit' })
  await tab(again, 'Registrati').click()
  release()
  await again.getByLabel('Cognome').waitFor()
})

test('tabs and the password’s eye answer while the form’s checks are still on their way', async () => {
  const page = await visit()
  await hold(page, checks)
  await page.goto('/auth')
  await takenUp(page)
  await password(page).fill('segreta')
  await page.getByRole('button', { name: 'Mostra password' }).click()
  expect(await password(page).getAttribute('type')).toBe('text')
  await tab(page, 'Registrati').click()
  await page.getByLabel('Cognome').fill('Bianchi')
  await tab(page, 'Accedi').click()
  expect(await page.getByLabel('Cognome').count()).toBe(0)
})

test('what the browser keeps over a way back, or an extension fills in without a word, is sent', async () => {
  const page = await visit()
  const logins = sent(page, '/api/login')
  await page.goto('/auth')
  await takenUp(page)
  await email(page).fill(anna)
  await page.goto('/privacy')
  await page.goBack()
  await takenUp(page)
  expect(await email(page).inputValue()).toBe(anna)
  await password(page).evaluate((input, value) => {
    ;(input as HTMLInputElement).value = value
  }, customerPassword)
  await submit(page, 'Accedi').click()
  await page.waitForURL('**/dashboard')
  expect(logins).toEqual([credentials])
})

test('answers from before the questionnaire’s code stay, beside what its address says', async () => {
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
