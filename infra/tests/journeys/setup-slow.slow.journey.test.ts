import type { Page } from 'playwright-core'
import { hold } from './auth-visit.ts'
import { choosePlan, completeSetup, register } from './customer.ts'
import { newDevice } from './device.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()

async function customer(email: string, { complete = false } = {}): Promise<Page> {
  const context = await newDevice(product.url)
  await register(context, email)
  await choosePlan(context)
  if (complete) await completeSetup(context)
  return context.newPage()
}

const panels = /\/api\/user\/(bots|mt4-credentials|activity)$/
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('late answers move nothing on a desktop screen', async () => {
  const page = await customer('ferma@example.com', { complete: true })
  const letGo = await hold(page, panels)
  await page.goto('/dashboard')
  await page.locator('.skeleton').nth(2).waitFor()
  const boxes = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.panel, .control-centre, .setup-progress')].map(panel => {
        const { x, y } = panel.getBoundingClientRect()
        return [panel.querySelector('h2')?.textContent, Math.round(x), Math.round(y / 20)]
      }),
    )
  const before = await boxes()
  letGo()
  await page.getByText('8001234').waitFor()
  await page.getByText('Hai attivato un bot').waitFor()
  expect(await boxes()).toEqual(before)
})

test('a dialog without its code shows an error, and a dialog that loads shows that it is loading', async () => {
  const page = await customer('codice@example.com')
  await page.goto('/dashboard')
  await page.getByText('0% completato').waitFor()
  await page.route(/support\.dialog/, route => route.abort())
  await button(page, /^Centro Supporto/).click()
  const message = 'La finestra non si è aperta. Controlla la connessione o ricarica la pagina.'
  await page.locator('.toast').getByText(message).waitFor()
  await button(page, 'Chiudi notifica').click()
  await page.locator('.toast').waitFor({ state: 'detached' })
  await page.unrouteAll()
  const letGo = await hold(page, /support\.dialog/)
  await button(page, /^Centro Supporto/).click()
  await page.locator('.dialog-waiting').waitFor()
  letGo()
  await page.getByRole('dialog', { name: 'Centro Supporto' }).waitFor()
  expect(await page.locator('.dialog-waiting').count()).toBe(0)
})
