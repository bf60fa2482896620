import { expect, onTestFinished, test } from 'vitest'
import { openContext } from './browser.ts'
import { visitLanding } from './landing-visit.ts'
import { sharedBrowser, sharedProduct } from './shared.ts'

const browser = await sharedBrowser()
const product = await sharedProduct()

const visit = (width: number) => visitLanding(product.url, width)

test('while nobody knows who is there a circle stands in the header, without any script too', async () => {
  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto('/')
  await page.locator('.masthead .auth-placeholder').waitFor()
  await page.getByRole('heading', { name: 'Scegli il Tuo Piano' }).waitFor()
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(
    expect.arrayContaining(['Che cosa fa il bot', 'Il listino', 'Domande frequenti']),
  )
})

test('a customer finds their private area in the header, and leaves by a full navigation', async () => {
  const page = await visit(1440)
  const person = { email: 'lia@example.com', password: 'segreta', firstName: 'Lia', lastName: 'Neri' }
  await page.request.post('/api/register', { data: person })
  await page.reload()
  await page.getByRole('link', { name: 'Area Privata' }).waitFor()
  expect(await page.getByRole('link', { name: 'Accedi' }).count()).toBe(0)
  const leaving = page.waitForRequest(
    request => request.isNavigationRequest() && new URL(request.url()).pathname === '/api/logout',
  )
  await page.getByRole('link', { name: 'Esci' }).click()
  expect((await leaving).method()).toBe('GET')
  await page.getByRole('link', { name: 'Accedi' }).waitFor()
})

test('the chosen theme is on the page before anything paints', async () => {
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

test('whoever loses the network is told so, and told nothing more once it is back', async () => {
  const page = await visit(390)
  await page.context().setOffline(true)
  await page.getByText('Sei offline').waitFor()
  await page.context().setOffline(false)
  await page.getByText('Sei offline').waitFor({ state: 'hidden' })
})
