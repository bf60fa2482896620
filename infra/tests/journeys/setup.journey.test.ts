import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openContext } from './browser.ts'
import { type RunningProduct, startProduct } from './product.ts'
import { activateProfessional, completeEveryStep, expectPercent, register, signIn } from './spine.ts'

let browser: Browser
let product: RunningProduct
beforeAll(async () => {
  browser = await openBrowser()
  product = await startProduct()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const anna = { email: 'anna@example.com', password: 'segreta-di-anna' }

test('a customer registers, sets everything up, comes back elsewhere and finds it done', async () => {
  const { url } = product
  const { context, faults } = await openContext(browser, url)
  const page = await context.newPage()
  await register(page, anna)
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
  await signIn(other, anna)
  await other.getByText('Area Privata - Professional').waitFor()
  await expectPercent(other, 100)
  await other.getByText('8001234').waitFor()
  expect([...faults, ...elsewhere.faults]).toEqual([])
  await Promise.all([context.close(), elsewhere.context.close()])
})
