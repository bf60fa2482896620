import { perFile } from '@tba/testing/per-file.ts'
import type { Page } from 'playwright-core'
import { hold } from './auth-visit.ts'
import { openConsole } from './device.ts'
import { startProduct } from './product.ts'
import { sendManySamples, sendSamples } from './send-samples.ts'

const product = await perFile(startProduct())
await sendManySamples(product.url, 100)
await sendSamples(product.url)

const reads = /\/api\/admin\/(dashboard|daily|settings)$/
/** Each line has a path for whole days and a dashed path for today. */
const drawn = (page: Page) => expect.poll(() => page.locator('.recharts-line-curve').count()).toBe(6)

test('on a phone a table is a list with labelled entries', async () => {
  const page = await openConsole(product.url, 390)
  const cell = page.getByRole('tabpanel').locator('tbody td').nth(3)
  await cell.waitFor()
  const name = await cell.evaluate(entry => getComputedStyle(entry, '::before').content)
  expect(name).toContain('Email')
  const left = (at: number) =>
    page
      .getByRole('tabpanel')
      .locator('tbody td')
      .nth(at)
      .evaluate(entry => entry.getBoundingClientRect().left)
  expect(await left(1)).toBe(await left(0))
})

test('on a phone the navigation takes one line, and results stand above their settings', async () => {
  const page = await openConsole(product.url, 390)
  const pages = page.getByRole('navigation', { name: 'Pagine della console' })
  const topOf = async (part: string) => (await page.locator(part).boundingBox())?.y ?? Number.NaN
  expect((await page.locator('.console-pages').boundingBox())?.height).toBeLessThan(50)
  await pages.getByRole('button', { name: 'Analisi' }).click()
  await pages.getByRole('link', { name: 'Funnel' }).click()
  await page.locator('.funnel-result').waitFor()
  expect(await pages.getByRole('link').count()).toBe(0)
  expect(await topOf('.funnel-result')).toBeLessThan(await topOf('.funnel-builder'))
  await pages.getByRole('button', { name: 'Analisi' }).click()
  await pages.getByRole('link', { name: 'Percorsi' }).click()
  await page.locator('.path-tree').waitFor()
  expect(await topOf('.path-tree')).toBeLessThan(await topOf('.paths > search'))
})

test('an answer within 150 ms shows no skeleton, and nothing moves when a later answer comes', async () => {
  const page = await openConsole(product.url, 390)
  const release = await hold(page, reads)
  await page.reload()
  const skeleton = page.locator('.stat-cards .skeleton').first()
  await skeleton.waitFor({ state: 'attached' })
  const { delay } = await skeleton.evaluate(box => ({
    delay: box.getAnimations()[0]?.effect?.getTiming().delay,
  }))
  expect(delay).toBe(150)
  await skeleton.waitFor()
  const top = () => page.locator('.console-tabs').evaluate(list => list.getBoundingClientRect().top)
  const before = await top()
  release()
  await drawn(page)
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2)
})

test('without the chart’s code the numbers still show', async () => {
  const page = await openConsole(product.url)
  await page.route('**/assets/day.chart*', route => route.abort())
  await page.reload()
  await page.getByText('Il grafico non si è caricato').waitFor()
  await page.getByText('Tabella dei giorni').click()
  expect(await page.locator('.days-table tbody tr').count()).toBe(30)
})

test('the events of a stream have no marks of another list', async () => {
  const page = await openConsole(product.url)
  await page.goto('/admin/visits')
  await page.locator('tbody a').first().click()
  await page.getByRole('link', { name: 'Cronologia del flusso' }).click()
  const event = page.locator('.timeline-entries > li').first()
  await event.waitFor()
  expect(await event.evaluate(item => getComputedStyle(item, '::before').content)).toBe('none')
})

test('search engines may not index the console nor a report, which tells nobody where one came from', async () => {
  const text = async (path: string) => (await fetch(`${product.url}${path}`)).text()
  expect(await text('/report')).toContain('<meta name="referrer" content="no-referrer">')
  for (const path of ['/admin/login', '/admin/dashboard', '/report'])
    expect(await text(path)).toContain('<meta name="robots" content="noindex">')
  expect(await text('/sitemap.xml')).not.toContain('/admin')
})

test('hundreds of events scroll, and the page contains only the visible ones', async () => {
  const page = await openConsole(product.url)
  await page.goto('/admin/events?type=InteractionTracked&type=AnalyticsEventTracked')
  const lines = page.locator('.event-line')
  await lines.first().waitFor()
  const grid = page.locator('.event-grid')
  await expect
    .poll(async () => {
      await grid.evaluate(list => list.scrollTo({ top: list.scrollHeight }))
      return page.getByText('Non ci sono altri eventi.').count()
    })
    .toBe(1)
  const last = await lines.last().getAttribute('aria-rowindex')
  // 200 of the frequent types and 9 others. Two events of one act share a line. Plus the head.
  expect(Number(last)).toBeGreaterThanOrEqual(108)
  expect(await lines.count()).toBeLessThan(80)
})

test('the points of a curve have an outline: inside they have the colour of the page', async () => {
  const page = await openConsole(product.url)
  await page.goto('/admin/overview')
  const points = page.locator('.recharts-line-dots circle')
  await expect.poll(() => points.count()).toBeGreaterThan(6)
  const strokes = await points.evaluateAll(all => all.map(point => getComputedStyle(point).stroke))
  expect(strokes).not.toContain('none')
})
