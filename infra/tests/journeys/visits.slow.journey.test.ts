import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { atTheConsole } from './device.ts'
import { monthProduct } from './shared.ts'

const product = await monthProduct()
/** Of somebody who registered in it and is not erased: the one with the most events. */
let registered: string

beforeAll(async () => {
  const [row] = await product.rows(`
    select v."sessionId" as id from read.visits v where v."registeredAt" is not null and exists (
      select from read.customer_visits c join read.users u using ("accountId") where c."visitId" = v."sessionId")
    order by v.interactions desc, 1 limit 1`)
  registered = String(row?.id)
})

const newPage = () => atTheConsole(product.url)
const soon = { timeout: 60_000, interval: 100 }
const chosen = (page: Page) => page.locator('.visit-line[aria-selected=true]')
const lines = (page: Page) => page.locator('.visit-line')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const placeOf = (page: Page) => page.locator('.visit-events header p').textContent()
const query = (page: Page) => new URL(page.url()).searchParams

async function openVisit(page: Page, id: string, more = '') {
  await page.goto(`/admin/visits/${id}${more}`)
  await lines(page).first().waitFor()
}

test('a visit is played to its end, a hundred times faster, and stands there after a reload', async () => {
  const page = await newPage()
  await openVisit(page, registered)
  const count = await lines(page).count()
  expect(count).toBeGreaterThan(10)
  expect(await placeOf(page)).toBe(`1 di ${count}`)
  await page.getByRole('combobox', { name: 'Velocità' }).selectOption('100×')
  await button(page, 'Riproduci').click()
  await expect.poll(() => placeOf(page), soon).toBe(`${count} di ${count}`)
  await button(page, 'Riproduci').waitFor()
  // In sight without the page being scrolled.
  const line = await chosen(page).boundingBox()
  expect((line?.y ?? Infinity) + (line?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0)
  await expect.poll(() => query(page).get('speed'), soon).toBe('100')
  await expect.poll(() => Number(query(page).get('t')), soon).toBeGreaterThan(0)
  await page.reload()
  await lines(page).first().waitFor()
  expect(await placeOf(page)).toBe(`${count} di ${count}`)
  // What is at its end begins anew; the space bar holds it.
  await page.getByRole('combobox', { name: 'Velocità' }).selectOption('1×')
  await page.getByRole('listbox').focus()
  await page.keyboard.press(' ')
  await button(page, 'Pausa').waitFor()
  await page.keyboard.press(' ')
  await button(page, 'Riproduci').waitFor()
  expect(await page.getByRole('status').filter({ hasText: 'In pausa' }).count()).toBe(1)
})
