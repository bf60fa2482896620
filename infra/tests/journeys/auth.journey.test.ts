import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { letterTo, tokenIn } from '../support/mailbox.ts'
import { customer, email, password, submit, tab, takenUp, told, visitor } from './auth-visit.ts'
import { customerPassword } from './customer.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()
beforeAll(async () => {
  await customer(product.url, 'anna@example.com')
})

const visit = () => visitor(product.url)

async function fillLogin(page: Page, address = 'anna@example.com', secret = customerPassword) {
  await page.goto('/auth')
  await takenUp(page)
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

test('a press that corrects what was told is not lost, though the sentence goes and the button moves', async () => {
  const page = await visit()
  await fillLogin(page, 'anna@example.com', 'corta')
  await page.keyboard.press('Tab')
  await page.getByText('Password richiesta').waitFor()
  await password(page).fill(customerPassword)
  await submit(page, 'Accedi').click()
  await page.waitForURL('**/dashboard')
})

test('by the keyboard alone a visitor registers and corrects what was wrong', async () => {
  const page = await visit()
  const { keyboard } = page
  await page.goto('/auth')
  await takenUp(page)
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

test('a forgotten password is replaced by way of the letter: the new one signs in, the old one does not', async () => {
  const address = 'smemorata@example.com'
  await customer(product.url, address)
  const page = await visit()
  await page.goto('/auth')
  await email(page).fill(address)
  await page.getByRole('button', { name: 'Password dimenticata?' }).click()
  await submit(page, 'Invia il link').click()
  await page.getByRole('heading', { name: 'Controlla la tua email' }).waitFor()

  const token = tokenIn(await letterTo(`${product.dataDir}/mail`, address))
  await page.goto(`/reset-password#token=${token}`)
  await page.getByLabel('Nuova password').fill('corta')
  await page.keyboard.press('Tab')
  await page.getByText('La password deve contenere almeno 6 caratteri').waitFor()
  await page.getByLabel('Nuova password').fill('tutta-nuova')
  expect(page.url()).toBe(`${product.url}/reset-password`)
  await submit(page, 'Salva la nuova password').click()
  expect(await told(page)).toEqual(['Password aggiornata', 'Ora puoi accedere con la nuova password.'])
  await page.waitForURL('**/auth')

  await fillLogin(page, address)
  await submit(page, 'Accedi').click()
  expect(await told(page)).toEqual(['Errore di accesso', '401: Credenziali non valide'])
  await password(page).fill('tutta-nuova')
  await submit(page, 'Accedi').click()
  await page.waitForURL('**/dashboard')

  const late = await visit()
  await late.goto(`/reset-password#token=${token}`)
  await late.getByLabel('Nuova password').fill('ancora-una')
  await submit(late, 'Salva la nuova password').click()
  await late.getByRole('heading', { name: 'Richiedi un nuovo link' }).waitFor()
})
