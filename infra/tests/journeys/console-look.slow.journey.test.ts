import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectMany, collectSome } from './collected.ts'
import { signInToConsole, toast } from './console.ts'
import { atTheConsole, newPage } from './device.ts'
import { looksOf } from './looks.ts'
import { type RunningProduct, startProduct } from './product.ts'
import { violations } from './violations.ts'

let product: RunningProduct
beforeAll(async () => {
  product = await startProduct()
  await collectMany(product.url, 25)
  await collectSome(product.url)
})
afterAll(() => product.stop())

const reads = /\/api\/admin\/(dashboard|daily|settings)$/
const tabs = ['Questionari', 'Interazioni', 'Analytics', 'Impostazioni']
const soon = { timeout: 60_000, interval: 100 }
const drawn = (page: Page) => expect.poll(() => page.locator('.recharts-line-curve').count(), soon).toBe(3)

async function openTab(page: Page, name: string) {
  await page.getByRole('tab', { name }).click()
  const panel = page.getByRole('tabpanel')
  await panel.locator(name === 'Impostazioni' ? 'form' : 'table').waitFor()
}

test.each(looksOf(0))(
  'nothing in the console keeps anybody out at $width px, $theme',
  async ({ width, theme }) => {
    const page = await newPage(product.url, width)
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const check = async (state: string) => {
      expect(await violations(page), state).toEqual([])
    }
    await page.goto('/admin/login')
    await page.getByRole('button', { name: 'Accedi' }).click()
    await page.getByText('Email richiesta').waitFor()
    await check('sign-in with its complaints')
    await signInToConsole(page)
    await drawn(page)
    await page.getByText('Tabella dei giorni').click()
    await page.locator('.note summary').first().click()
    for (const name of tabs) {
      await openTab(page, name)
      await check(name)
    }
    await page.route(reads, () => {})
    await page.reload()
    await page.locator('.skeleton').first().waitFor()
    await check('loading')
    await page.unrouteAll()
    await page.route(reads, route => route.fulfill({ status: 500 }))
    await page.reload()
    await toast(page, 'Impossibile caricare i dati').waitFor()
    await check('failed')
  },
)

test('no part of the console is wider than the window', async () => {
  const page = await newPage(product.url)
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await page.goto('/admin/login')
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await over(), `sign-in at ${width}`).toBeLessThanOrEqual(0)
  }
  await signInToConsole(page)
  await drawn(page)
  await page.getByText('Tabella dei giorni').click()
  for (const name of tabs) {
    await openTab(page, name)
    for (const width of [320, 390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await over(), `${name} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

test('on a phone a table is a list whose entries are named', async () => {
  const page = await atTheConsole(product.url, 390)
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

test('what comes within 150 ms shows no skeleton, and nothing moves when it comes later', async () => {
  const page = await atTheConsole(product.url, 390)
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(reads, async route => {
    await held
    await route.continue()
  })
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

/** Reloads until the curves are there. @returns how often they were redrawn by now */
async function redrawing(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const moves = { count: 0 }
    Object.assign(window, { moves })
    new MutationObserver(changes => {
      for (const { target } of changes) if ((target as Element).matches('.recharts-line-curve')) moves.count++
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['stroke-dasharray', 'd'] })
  })
  await page.reload()
  await drawn(page)
  return () => page.evaluate(() => (window as unknown as { moves: { count: number } }).moves.count)
}

test('the curves are drawn in motion, and at once for whoever asked for less of it', async () => {
  const moving = await atTheConsole(product.url)
  await expect.poll(await redrawing(moving), soon).toBeGreaterThan(3)
  const still = await atTheConsole(product.url)
  await still.emulateMedia({ reducedMotion: 'reduce' })
  const moves = await redrawing(still)
  await still.evaluate(async () => {
    for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame)
  })
  expect(await moves()).toBe(0)
})

test('thirty days are drawn as three lines that differ in dash and colour, in both themes', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await newPage(product.url)
    await page.emulateMedia({ colorScheme })
    await signInToConsole(page)
    const curves = page.locator('.recharts-line-curve')
    await expect.poll(() => curves.count(), soon).toBe(3)
    const looks = await page
      .locator('.daily-key path')
      .evaluateAll(keys =>
        keys.map(key => [getComputedStyle(key).stroke, getComputedStyle(key).strokeDasharray]),
      )
    expect(new Set(looks.map(([stroke]) => stroke)).size).toBe(3)
    expect(new Set(looks.map(([, dashes]) => dashes)).size).toBe(3)
    const strokes = await curves.evaluateAll(lines => lines.map(line => getComputedStyle(line).stroke))
    expect(strokes).toEqual(looks.map(([stroke]) => stroke))
    await page.getByText('Tabella dei giorni').click()
    const [today] = await page.locator('.daily-table tbody tr').allTextContents()
    expect(today).toContain(
      new Date().toLocaleDateString('it-IT', { day: 'numeric', month: 'short', timeZone: 'Europe/Rome' }),
    )
  }
})

test('a chart whose code does not arrive leaves the numbers', async () => {
  const page = await atTheConsole(product.url)
  await page.route('**/assets/daily.chart*', route => route.abort())
  await page.reload()
  await page.getByText('Il grafico non si è caricato').waitFor()
  await page.getByText('Tabella dei giorni').click()
  expect(await page.locator('.daily-table tbody tr').count()).toBe(30)
})

test('an administrator’s way through the console is nobody’s visit', async () => {
  const page = await atTheConsole(product.url)
  await openTab(page, 'Interazioni')
  await page.getByRole('button', { name: 'Aggiorna' }).click()
  expect(await page.getByRole('button', { name: 'Rifiuta' }).count()).toBe(0)
  // A page of the public site, in the same tab: what is counted there comes after what would have been counted here.
  await page.goto('/privacy')
  const visit = () => page.evaluate(() => sessionStorage.getItem('session_id'))
  await expect.poll(visit, soon).not.toBeNull()
  const events = async () =>
    product.rows(
      `select "eventType", page from read.site_interactions where "sessionId" = '${await visit()}' order by position`,
    )
  await expect.poll(events, soon).toEqual([{ eventType: 'page_view', page: `${product.url}/privacy` }])
  for (const type of ['InteractionTracked', 'AnalyticsEventTracked'])
    expect(JSON.stringify(await product.recorded({ type }))).not.toContain('/admin/')
})

test('no search engine is offered the console', async () => {
  const text = async (path: string) => (await fetch(`${product.url}${path}`)).text()
  for (const path of ['/admin/login', '/admin/dashboard'])
    expect(await text(path)).toContain('<meta name="robots" content="noindex">')
  expect(await text('/sitemap.xml')).not.toContain('/admin')
})
