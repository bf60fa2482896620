import { openContext } from './browser.ts'
import { activateProfessional, completeEveryStep, expectPercent, register, signIn } from './customer-steps.ts'
import { sharedBrowser, sharedProduct } from './shared.ts'

const browser = await sharedBrowser()
const product = await sharedProduct()
const anna = { email: 'anna-da-capo@example.com', password: 'segreta-di-anna' }

test('a customer registers, completes the setup, and finds it complete on another device', async () => {
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
