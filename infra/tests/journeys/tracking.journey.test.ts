import type { BrowserContext, Page } from 'playwright-core'
import { openContext } from './browser.ts'
import { sharedBrowser, sharedProduct } from './shared.ts'

const browser = await sharedBrowser()
const product = await sharedProduct()

async function open(path: string): Promise<{ page: Page; context: BrowserContext; visit: string }> {
  const { context } = await openContext(browser, product.url)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(path)
  await page.getByRole('button', { name: 'Accetta' }).waitFor()
  await page.waitForFunction(() => sessionStorage.getItem('session_id') !== null)
  const visit = await page.evaluate(() => sessionStorage.getItem('session_id') ?? '')
  expect(visit).toMatch(/^session_\d+_\w+$/)
  return { page, context, visit }
}

const interactions = (visit: string, type = '%') =>
  product.rows(
    `select "eventType", "elementText", page, referrer, "additionalData" from read.site_interactions
     where "sessionId" = '${visit}' and "eventType" like '${type}' order by position`,
  )
const analytics = (visit: string) =>
  product.rows(
    `select "eventName", "eventCategory", "eventLabel", page from read.analytics_events
     where "sessionId" = '${visit}' order by position`,
  )
async function consents(visit: string) {
  const chosen = await product.recorded({ type: 'ConsentChosen', stream: `visit-${visit}` })
  return chosen.map(({ data: { choice } }) => ({ choice }))
}

test('a page load counts one view in both calls, with an address without personal data', async () => {
  const { page, visit } = await open('/?utm_source=giornale&phone=3331234567#faq')
  await expect.poll(() => interactions(visit, 'page_view')).toHaveLength(1)
  await expect.poll(() => analytics(visit)).toHaveLength(1)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Press kit' }).click()
  await page.waitForURL('**/press-kit')
  await expect.poll(() => interactions(visit, 'button_click')).toHaveLength(1)
  expect(await interactions(visit, 'page_view')).toMatchObject([
    { page: `${product.url}/?utm_source=giornale` },
  ])
  const names = async () => (await analytics(visit)).map(({ eventName }) => eventName)
  await expect.poll(names).toEqual(['page_view', 'button_click'])
})

test('a jump to the end of the page reports the half and the whole, once each', async () => {
  const { page, visit } = await open('/')
  const toFoot = () => page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await toFoot()
  await expect.poll(() => interactions(visit, 'scroll')).toHaveLength(2)
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await toFoot()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie', exact: true }).click()
  await expect.poll(() => interactions(visit, 'button_click')).toHaveLength(1)
  const percents = (await interactions(visit, 'scroll')).map(({ additionalData }) => additionalData)
  expect(percents).toEqual([{ percent: 50 }, { percent: 100 }])
})

test('the time on a page arrives although the page is closed', async () => {
  const { page, visit } = await open('/')
  await expect.poll(() => interactions(visit, 'page_view')).toHaveLength(1)
  await page.close()
  await expect.poll(() => interactions(visit, 'time_on_page')).toHaveLength(1)
  const [{ additionalData }] = (await interactions(visit, 'time_on_page')) as [
    { additionalData: { seconds: number } },
  ]
  expect(additionalData.seconds).toBe(Math.round(additionalData.seconds))
})

test('both answers have equal weight, and the question does not come back', async () => {
  const { page, context, visit } = await open('/')
  const [refuse, accept] = await Promise.all(
    ['Rifiuta', 'Accetta'].map(async name => {
      const button = page.getByRole('button', { name, exact: true })
      const box = await button.boundingBox()
      const look = await button.evaluate(element => {
        const { color, backgroundColor, boxShadow, fontWeight } = getComputedStyle(element)
        return { color, backgroundColor, boxShadow, fontWeight }
      })
      return { width: box?.width, height: box?.height, y: box?.y, look }
    }),
  )
  expect(refuse).toEqual(accept)
  await page.getByRole('button', { name: 'Accetta' }).click()
  await expect.poll(() => consents(visit)).toEqual([{ choice: 'all' }])
  const kept = async () => (await context.cookies()).find(({ name }) => name === 'consent')?.value
  await expect.poll(kept).toBe('all')
  await page.reload()
  await page.getByRole('link', { name: 'Accedi' }).waitFor()
  expect(await page.getByRole('button', { name: 'Accetta' }).count()).toBe(0)
})

test('an analytics function of the page gets events only with consent', async () => {
  const { page, context } = await open('/')
  await context.addInitScript(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard, gtag: (...call: unknown[]) => heard.push(call) })
  })
  const heard = () => page.evaluate(() => (window as unknown as { heard: [string, string][] }).heard)
  await page.reload()
  await page.getByRole('button', { name: 'Come funziona il bot?' }).click()
  expect(await heard()).toEqual([])
  await page.getByRole('button', { name: 'Accetta' }).click()
  await page.getByRole('button', { name: 'Posso perdere il mio denaro?' }).click()
  await expect.poll(async () => (await heard()).map(([, name]) => name)).toContain('button_click')
})
