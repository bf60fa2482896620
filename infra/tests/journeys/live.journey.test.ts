import type { BrowserContext, Page } from 'playwright-core'
import { choosePlan, customerPassword, register } from './customer.ts'
import { device } from './device.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()

let customers = 0

const browserAt = () => device(product.url)

/** Signed in, with a plan. */
async function customer(context: BrowserContext): Promise<string> {
  customers += 1
  const email = `lia-${customers}@example.com`
  await register(context, email)
  await choosePlan(context)
  return email
}

/** A tab on the dashboard, and the number of live streams that it opened. */
async function dashboard(context: BrowserContext): Promise<{ page: Page; streams(): number }> {
  const page = await context.newPage()
  let streams = 0
  page.on('request', request => {
    if (request.url().includes('/api/user/live')) streams += 1
  })
  await page.goto('/dashboard')
  await page.getByText('Progresso Configurazione').waitFor()
  return { page, streams: () => streams }
}

const percent = (page: Page, value: number) => page.getByText(`${value}% completato`).waitFor()
const brokerStep = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Passo 1:' })

test('two tabs of a browser share one stream, and show each other’s changes', async () => {
  const context = await browserAt()
  await customer(context)
  const one = await dashboard(context)
  await expect.poll(one.streams).toBe(1)
  const other = await dashboard(context)
  await brokerStep(one.page).getByRole('button', { name: 'Segna come Completato' }).click()
  await percent(other.page, 25)
  await other.page.getByRole('button', { name: 'Completa Verifica (Demo)' }).click()
  await percent(one.page, 50)
  expect([one.streams(), other.streams()]).toEqual([1, 0])

  // The tab with the stream is closed. The other tab takes over, and receives changes of another device.
  await one.page.close()
  await expect.poll(other.streams).toBe(1)
  await context.request.put('/api/user/progress', { data: { step3_security_verified: false } })
  await percent(other.page, 25)
})

test('if a session is ended on another device, every open tab says so without a click', async () => {
  const [here, there] = [await browserAt(), await browserAt()]
  const email = await customer(here)
  const [one, other] = [await dashboard(here), await dashboard(here)]
  await there.request.post('/api/login', { data: { email, password: customerPassword } })
  await there.request.delete('/api/user/sessions')
  await one.page.getByText('Accesso Richiesto').waitFor()
  await other.page.getByText('Accesso Richiesto').waitFor()
  await other.page.getByRole('link', { name: 'Accedi' }).click()
  await other.page.waitForURL('**/auth')
})
