import { openContext } from './browser.ts'
import { visitLanding } from './landing-visit.ts'
import { sharedBrowser, sharedProduct } from './shared.ts'

const browser = await sharedBrowser()
const product = await sharedProduct()

const visit = (width: number) => visitLanding(product.url, width)

test('the chosen theme is set before the first paint', async () => {
  const { context, faults } = await openContext(browser, product.url)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.emulateMedia({ colorScheme: 'light' })
  await context.addInitScript(() => {
    localStorage.setItem('theme', 'dark')
    new MutationObserver((_changes, observer) => {
      if (!document.body) return
      observer.disconnect()
      Object.assign(window, { firstClass: document.documentElement.className })
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/')
  expect(await page.evaluate(() => (window as unknown as { firstClass: string }).firstClass)).toBe('dark')
  await page.getByRole('link', { name: 'Accedi' }).waitFor()
  await page.getByRole('radio', { name: 'Scuro', checked: true }).first().waitFor()
  await page.getByRole('radio', { name: 'Sistema' }).first().check({ force: true })
  await page.waitForFunction(() => document.documentElement.className === 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.waitForFunction(() => document.documentElement.className === 'dark')
  expect(faults).toEqual([])
})

test('shows that the network is lost, until it is back', async () => {
  const page = await visit(390)
  await page.context().setOffline(true)
  await page.getByText('Sei offline').waitFor()
  await page.context().setOffline(false)
  await page.getByText('Sei offline').waitFor({ state: 'hidden' })
})
