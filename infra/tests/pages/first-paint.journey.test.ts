import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openBrowser, openContext } from '../journeys/browser.ts'
import { type RunningProduct, startProduct } from '../journeys/product.ts'

let browser: Browser
let product: RunningProduct
beforeAll(async () => {
  ;[browser, product] = await Promise.all([openBrowser(), startProduct()])
})
afterAll(async () => {
  await Promise.all([browser.close(), product.stop()])
})

/** The landing page, painted, whose code and later styles are on their way until `arrive` lets them through. */
async function painted(colorScheme?: 'dark'): Promise<{ page: Page; arrive(): void }> {
  const { context, faults } = await openContext(browser, product.url)
  onTestFinished(async () => {
    await context.close()
    expect(faults).toEqual([])
  })
  const page = await context.newPage()
  const { promise, resolve } = Promise.withResolvers<void>()
  if (colorScheme) await page.emulateMedia({ colorScheme })
  await page.route(/\.(js|css)$/, async route => {
    await promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  return { page, arrive: resolve }
}

test('the landing page paints before its code asks for the network', async () => {
  const { page, arrive } = await painted()
  arrive()
  await page.getByRole('button', { name: 'Accetta' }).waitFor()
  const [paint, code] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    Math.min(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ startTime }) => startTime),
    ),
  ])
  expect(code).toBeGreaterThanOrEqual(paint ?? Number.POSITIVE_INFINITY)
})

test('the first paint has the colours of the dark theme, not of the other for a moment', async () => {
  const { page } = await painted('dark')
  const colours = await page.locator('html').evaluate(element => {
    const { backgroundColor, color } = getComputedStyle(element)
    return [backgroundColor, color]
  })
  expect(colours).toEqual(['rgb(16, 18, 17)', 'rgb(236, 234, 227)'])
})

test('a button that was pressed before the page’s code had come is pressed once the code is there', async () => {
  const { page, arrive } = await painted()
  const question = page.getByRole('button', { name: 'Come funziona il bot?' })
  await question.click()
  expect(await question.getAttribute('aria-expanded')).toBe('false')
  arrive()
  await page.locator('[aria-expanded=true]', { hasText: 'Come funziona il bot?' }).waitFor()
  // From then on each press counts once.
  await question.click()
  expect(await question.getAttribute('aria-expanded')).toBe('false')
})

test('once loaded, the page comes to rest: no request stays open', async () => {
  const { page, arrive } = await painted()
  const tracked = page.waitForRequest('**/api/tracking/interaction')
  arrive()
  const answer = await (await tracked).response()
  expect(await answer?.finished()).toBeNull()
})
