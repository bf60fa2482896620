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
const rows = (page: Page) => page.locator('.ledger tbody tr')
const chosen = (page: Page) => page.locator('.visit-line[aria-selected=true]')
const lines = (page: Page) => page.locator('.visit-line')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const placeOf = (page: Page) => page.locator('.visit-events header p').textContent()
const query = (page: Page) => new URL(page.url()).searchParams

async function openVisit(page: Page, id: string, more = '') {
  await page.goto(`/admin/visits/${id}${more}`)
  await lines(page).first().waitFor()
}

test('an administrator finds the visits that came to something, and opens one of them', async () => {
  const page = await newPage()
  await page.getByRole('navigation', { name: 'Stanze della console' }).getByText('Visite').click()
  await expect.poll(() => rows(page).count(), soon).toBe(50)
  await button(page, 'Mostra altre').click()
  await expect.poll(() => rows(page).count(), soon).toBe(100)
  await page.getByRole('combobox', { name: 'Robot' }).selectOption('Solo robot')
  const robots = page.locator('.ledger tbody tr:has(.badge.robot)')
  await robots.first().waitFor()
  await expect.poll(async () => (await rows(page).count()) - (await robots.count()), soon).toBe(0)
  expect(await page.locator('.badge.robot').first().getAttribute('title')).toMatch(/^si presenta come /)
  await page.getByRole('button', { name: /^Togli il filtro Robot/ }).click()

  await page.getByRole('combobox', { name: 'Esito' }).selectOption('Con un esito')
  await page.getByRole('combobox', { name: /^Pagina/ }).fill('/auth')
  await page.waitForURL(/converted=true.*page=%2Fauth|page=%2Fauth.*converted=true/)
  const outcomes = () => rows(page).locator('.badge.outcome').allTextContents()
  await expect.poll(outcomes, soon).toContain('Registrazione')
  await page.reload()
  await expect.poll(outcomes, soon).toContain('Registrazione')
  expect(await page.getByRole('combobox', { name: /^Pagina/ }).inputValue()).toBe('/auth')
  await page.getByRole('combobox', { name: /^Pagina/ }).fill('/di-nessuno')
  await page.getByText('Nessuna visita corrisponde a questi filtri.').waitFor()
  await button(page, 'Togli i filtri').click()
  await rows(page).first().getByRole('link').click()
  await page.waitForURL(/\/admin\/visits\/session_/)
  await page.getByRole('heading', { level: 1, name: 'Visita' }).waitFor()
  await page.goBack()
  await expect.poll(() => rows(page).count(), soon).toBeGreaterThan(1)
})

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

test('by the keyboard alone one goes from event to event, to the next conversion and to any moment', async () => {
  const page = await newPage()
  await openVisit(page, registered)
  const { keyboard } = page
  const count = await lines(page).count()
  await page.getByRole('listbox').focus()
  for (const [key, place] of [
    ['ArrowDown', 2],
    ['ArrowDown', 3],
    ['ArrowUp', 2],
    ['End', count],
    ['Home', 1],
  ] as const) {
    await keyboard.press(key)
    await expect.poll(() => placeOf(page), soon).toBe(`${place} di ${count}`)
  }
  await button(page, 'Prossima conversione').focus()
  await keyboard.press('Enter')
  await expect.poll(() => chosen(page).getAttribute('data-conversion'), soon).toBe('true')
  const [conversion] = await chosen(page).locator('b').allTextContents()
  await page
    .locator('.sketch-stamps')
    .getByText(conversion ?? '')
    .waitFor()
  await expect.poll(() => query(page).get('t'), soon).not.toBe(null)
  const before = await page.getByRole('slider').inputValue()
  await page.getByRole('slider').focus()
  await keyboard.press('ArrowLeft')
  await expect.poll(() => page.getByRole('slider').inputValue(), soon).not.toBe(before)
  expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/^\d+:\d\d di \d+:\d\d/)
  await keyboard.press('Home')
  await expect.poll(() => placeOf(page), soon).toBe(`1 di ${count}`)
})

test('the sketch shows what was pressed, where, and how far the page was scrolled', async () => {
  const page = await newPage()
  await openVisit(page, registered)
  await page.getByRole('listbox').focus()
  const pressed = page.locator('.sketch-presses li[data-now=true]')
  const reached = page.locator('.sketch-scroll i[data-reached=true]')
  const seen = { pressed: 0, scrolled: 0, titles: new Set<string>() }
  const count = await lines(page).count()
  for (let at = 1; at <= count; at++) {
    await expect.poll(() => placeOf(page), soon).toBe(`${at} di ${count}`)
    seen.pressed += await pressed.count()
    seen.scrolled += await reached.count()
    seen.titles.add((await page.locator('.sketch header b').textContent()) ?? '')
    await page.keyboard.press('ArrowDown')
  }
  expect(seen.pressed).toBeGreaterThan(1)
  expect(seen.scrolled).toBeGreaterThan(0)
  expect([...seen.titles]).toEqual(expect.arrayContaining(['Pagina iniziale', 'Accesso e registrazione']))
})

test('from a visit one comes to its customer and its events', async () => {
  const page = await newPage()
  await openVisit(page, registered)
  await page.getByRole('link', { name: 'Cliente', exact: true }).click()
  await page.waitForURL('**/admin/customers/*')
  await page.getByRole('link', { name: new RegExp(`^Visita ${registered}`) }).click()
  await lines(page).first().waitFor()
  await page.getByRole('link', { name: 'Apri l’evento' }).click()
  await page.waitForURL(/\/admin\/events\?.*evento=/)
})
