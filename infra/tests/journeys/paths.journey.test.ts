import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { atTheConsole } from './device.ts'
import { monthProduct } from './shared.ts'

const product = await monthProduct()

async function newPage(): Promise<Page> {
  const page = await atTheConsole(product.url)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return page
}

const pageLinks = (page: Page) => page.getByRole('navigation', { name: 'Stanze della console' })
const branches = (page: Page) => page.getByRole('treeitem')
const drawer = (page: Page) => page.getByRole('dialog')
const typedInto = (page: Page) => page.locator('[cmdk-input]')

/** How many are listed in the drawer, all its pages read. */
async function listed(page: Page): Promise<number> {
  const more = drawer(page).getByRole('button', { name: /^Mostra altr/ })
  const rows = drawer(page).getByRole('listitem')
  await rows.first().waitFor()
  while (await more.isVisible()) {
    const before = await rows.count()
    await more.click()
    await expect.poll(() => rows.count()).toBeGreaterThan(before)
  }
  return rows.count()
}
const numberIn = (text: string) => Number(/[\d.]+/.exec(text)?.[0].replaceAll('.', ''))

test('what visits did after they began is a tree, whose branches open as many visits as they count', async () => {
  const page = await newPage()
  await pageLinks(page).getByRole('link', { name: 'Percorsi' }).click()
  await page.getByRole('tree', { name: 'Percorsi da Visita iniziata' }).waitFor()
  const branch = branches(page).filter({ hasText: 'Pagina vista' }).first()
  const count = numberIn(await branch.locator('.path-numbers b').innerText())
  expect(count).toBeGreaterThan(10)
  await branch.click()
  expect(await listed(page)).toBe(count)
  const visit = drawer(page)
    .getByRole('link', { name: /^session_/ })
    .first()
  const id = await visit.innerText()
  await visit.click()
  await page.waitForURL(`**/admin/visits/${id}`)
  await page.goBack()
  expect(await listed(page)).toBe(count)
})

test('the customers of each week are told by how many come back, and each cell opens them', async () => {
  const page = await newPage()
  await pageLinks(page).getByRole('link', { name: 'Fidelizzazione' }).click()
  const cells = page.locator('.heat-cell button')
  await cells.first().waitFor()
  const count = numberIn(await cells.first().locator('> span').innerText())
  await cells.first().press('Enter')
  expect(await listed(page)).toBe(count)
  expect(page.url()).toMatch(/cella=\d{4}-\d\d-\d\d\.\d+/)
  await page.reload()
  expect(await listed(page)).toBe(count)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Torna con/ }).press('Enter')
  await typedInto(page).waitFor()
  await page.keyboard.type('licenza rilasciata')
  await page.keyboard.press('Enter')
  await page.waitForURL(/action=LicenceIssued/)
  await page.getByRole('table', { name: /^Chi torna: Licenza rilasciata/ }).waitFor()
})
