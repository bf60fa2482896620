import { readFile } from 'node:fs/promises'
import { romeDay } from '@tba/events/rome-day.ts'
import { exportedTables } from '@tba/query-api/admins/exported-tables.ts'
import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectMany, collectSome, hostile } from './collected.ts'
import { toast } from './console.ts'
import { exported, readCsv } from './csv.ts'
import { atTheConsole, newPage } from './device.ts'
import { administrator, type RunningProduct, startProduct } from './product.ts'

let product: RunningProduct
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

const soon = { timeout: 60_000, interval: 100 }
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const cells = (page: Page) =>
  page
    .getByRole('tabpanel')
    .locator('tbody tr')
    .evaluateAll(rows => rows.map(row => Array.from(row.querySelectorAll('td'), cell => cell.textContent)))
const figures = (page: Page) => page.locator('.stat-cards dd').allTextContents()

test('a new product’s console says what will stand there, and is used by the keyboard alone', async () => {
  const page = await newPage(product.url)
  const { keyboard } = page
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  async function tabTo(name: string) {
    for (let stops = 0; (await focused()) !== name; stops++) {
      if (stops > 30) throw new Error(`the Tab key does not lead to ${name}`)
      await keyboard.press('Tab')
    }
  }
  await page.goto('/admin/dashboard')
  await page.waitForURL('**/admin/login')
  await page.getByLabel('Email').focus()
  await keyboard.type(administrator.email)
  await keyboard.press('Tab')
  await keyboard.type(administrator.password)
  await keyboard.press('Enter')
  await page.getByText('Nessun questionario, finora').waitFor()
  await page.getByText('Nessuna visita, nessun lead e nessun questionario').waitFor()
  expect(await figures(page)).toEqual(['0', '0', '0', '0%'])
  await tabTo('Questionari')
  await keyboard.press('ArrowRight')
  await page.getByText('Nessuna interazione, finora').waitFor()
  expect(page.url()).toContain('?scheda=interazioni')
  await keyboard.press('ArrowRight')
  await page.getByText('Nessun evento, finora').waitFor()
  await keyboard.press('ArrowRight')
  await page.getByLabel('ID di misurazione').focus()
  await keyboard.type('G-TASTI123')
  await keyboard.press('Enter')
  await toast(page, 'Impostazioni salvate').waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('ID di misurazione').inputValue(), soon).toBe('G-TASTI123')
  await tabTo('Esci')
  await keyboard.press('Enter')
  await page.waitForURL(`${product.url}/`)
  await toast(page, 'Disconnesso').waitFor()
})

async function download(page: Page, type: keyof typeof exportedTables): Promise<string[][]> {
  const [file]: [Download, unknown] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Esporta CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`${type}_export_${romeDay(new Date())}.csv`)
  return readCsv(await readFile(await file.path(), 'utf8'))
}

/** What the table holds, in the words of an export. */
async function recorded(type: keyof typeof exportedTables): Promise<string[][]> {
  const { table, columns } = exportedTables[type]
  const selected = columns.map(name => (name === 'additionalData' ? `"${name}"::text` : `"${name}"`))
  const rows = await product.rows(`select ${selected.join(', ')} from read.${table} order by position`)
  return [[...columns], ...rows.map(exported)]
}

const column = (lines: string[][], name: string) => {
  const at = lines[0]?.indexOf(name) ?? -1
  expect(at, name).toBeGreaterThanOrEqual(0)
  return lines.slice(1).map(line => line[at])
}

test('an administrator reads what visitors left and takes all of it along as CSV', async () => {
  await collectMany(product.url, 125)
  await collectSome(product.url)
  const page = await atTheConsole(product.url)
  await page.getByText('Anna Bianchi').waitFor()
  await expect.poll(() => figures(page), soon).toEqual(['4', '1', '131', '0%'])

  const people = await download(page, 'questionnaires')
  expect(people).toEqual(await recorded('questionnaires'))
  const shown = await cells(page)
  expect(shown.map(([name]) => name)).toEqual(
    column(people, 'name')
      .map(name => name)
      .reverse(),
  )
  expect(shown.map(([, , , email]) => email)).toEqual(column(people, 'email').reverse())
  expect(shown.at(-1)?.slice(0, 2)).toEqual(['Anna Bianchi', 'WhatsApp'])

  await tab(page, 'Interazioni').click()
  await page.getByText('Ultimi 100').waitFor()
  const interactions = await download(page, 'interactions')
  expect(interactions).toHaveLength(1 + 131)
  expect(interactions).toEqual(await recorded('interactions'))
  const listed = await cells(page)
  expect(listed).toHaveLength(100)
  const pages = column(interactions, 'page').slice(-100).reverse()
  expect(listed.map(([, , place]) => place)).toEqual(pages.map(place => place?.replace(product.url, '')))

  await tab(page, 'Analytics').click()
  const analytics = await download(page, 'analytics')
  expect(analytics).toEqual(await recorded('analytics'))
  expect((await cells(page))[0]?.slice(0, 3)).toEqual(['prova_di_altri', hostile, '—'])
  const taken = await product.recorded({ type: 'DataExported' })
  expect(taken.map(({ data }) => data.exported)).toEqual(['questionnaires', 'interactions', 'analytics'])
})
