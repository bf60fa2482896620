import { newPage } from '../journeys/device.ts'
import { sharedProduct } from '../journeys/shared.ts'

const product = await sharedProduct()

/** The landing page after its first paint. Its code and later styles wait until `arrive`. */
async function painted() {
  const page = await newPage(product.url)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\.(js|css)$/, async route => {
    await promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  return { page, arrive: resolve }
}

test('the landing page paints before its code uses the network', async () => {
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

test('a button pressed before the page’s code has loaded works after it has loaded', async () => {
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

test('once loaded, the page keeps no request open', async () => {
  const { page, arrive } = await painted()
  const tracked = page.waitForRequest('**/api/tracking/interaction')
  arrive()
  const answer = await (await tracked).response()
  expect(await answer?.finished()).toBeNull()
})
