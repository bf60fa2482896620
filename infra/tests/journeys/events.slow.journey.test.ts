import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectMany, collectSome } from './collected.ts'
import { atTheConsole, newPage } from './device.ts'
import { type RunningProduct, startProduct } from './product.ts'

let product: RunningProduct
beforeAll(async () => {
  product = await startProduct()
  await collectMany(product.url, 100)
  await collectSome(product.url)
})
afterAll(() => product.stop())

async function openEvents(page: Page, query = '') {
  await page.goto(`/admin/events${query}`)
  await page.locator('.event-line').first().waitFor()
}

const soon = { timeout: 60_000, interval: 100 }
const lines = (page: Page) => page.locator('.event-line')
const query = (page: Page) => new URL(page.url()).searchParams
const drawer = (page: Page) => page.locator('.drawer')

test('an event is found, opened and left by the keyboard alone, and a reload shows the same', async () => {
  const page = await atTheConsole(product.url)
  await openEvents(page)
  await page.keyboard.press('/')
  await page.keyboard.type('inizia ora')
  await page.keyboard.press('Enter')
  await expect.poll(() => query(page).get('q'), soon).toBe('inizia ora')
  await page.getByRole('button', { name: 'Tipo' }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Tipo' }).waitFor()
  await page.keyboard.type('interazione')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect.poll(() => query(page).getAll('type'), soon).toEqual(['InteractionTracked'])
  await expect.poll(() => lines(page).count(), soon).toBe(1)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  // Of the click, and of its analytics event.
  await drawer(page).getByText('Inizia Ora', { exact: true }).nth(1).waitFor()
  const seen = await page.locator('main').innerText()
  await page.reload()
  await drawer(page).getByText('Inizia Ora', { exact: true }).nth(1).waitFor()
  await expect.poll(() => page.locator('main').innerText(), soon).toBe(seen)
  await page.keyboard.press('Escape')
  await expect.poll(() => drawer(page).count(), soon).toBe(0)
  expect(query(page).has('evento')).toBe(false)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid')
})

test('the live tail shows a click that is made in another browser', async () => {
  const page = await atTheConsole(product.url)
  await openEvents(page, '?live=1')
  await page.getByText('In ascolto').waitFor()
  const visitor = await newPage(product.url)
  await visitor.goto('/')
  // What is pressed before the page counts its visit is no click of it. Behind the page stands the visit.
  await page
    .locator('.event-line', { hasText: /Pagina vista · \/session_/ })
    .first()
    .waitFor()
  await visitor.getByRole('button', { name: 'Inizia con €500' }).first().click()
  await page.locator('.event-line', { hasText: 'Clic · Inizia con €500' }).first().waitFor()
  // While it is paused the next ones are counted and wait.
  await page.keyboard.press('p')
  await page.getByText('In pausa').waitFor()
  await visitor.goto('/cookie')
  const waiting = page.locator('.new-events')
  await waiting.waitFor()
  expect(await page.locator('.event-line', { hasText: '/cookie' }).count()).toBe(0)
  await waiting.click()
  await page.locator('.event-line', { hasText: '/cookie' }).first().waitFor()
})

test('hundreds of events are scrolled through, and only those in sight are in the page', async () => {
  const page = await atTheConsole(product.url)
  await openEvents(page, '?type=InteractionTracked&type=AnalyticsEventTracked')
  const grid = page.locator('.event-grid')
  await expect
    .poll(async () => {
      await grid.evaluate(list => list.scrollTo({ top: list.scrollHeight }))
      return page.getByText('Non ci sono altri eventi.').count()
    }, soon)
    .toBe(1)
  const last = await lines(page).last().getAttribute('aria-rowindex')
  // 200 of the many and 9 of the others, of which two in a line tell of one act; and the head.
  expect(Number(last)).toBeGreaterThanOrEqual(108)
  expect(await lines(page).count()).toBeLessThan(80)
})
