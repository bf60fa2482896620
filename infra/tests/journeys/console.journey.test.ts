import { perFile } from '@tba/testing/per-file.ts'
import type { Page } from 'playwright-core'
import { toast } from './console.ts'
import { newPage } from './device.ts'
import { tabTo } from './keyboard.ts'
import { administrator, startProduct } from './product.ts'

const product = await perFile(startProduct())

const figures = (page: Page) => page.locator('.stat-cards dd').allTextContents()

test('the console of a new product explains its empty pages, and works with only the keyboard', async () => {
  const page = await newPage(product.url)
  const { keyboard } = page
  await page.goto('/admin/dashboard')
  await page.waitForURL('**/admin/login')
  await page.getByLabel('Email').focus()
  await keyboard.type(administrator.email)
  await keyboard.press('Tab')
  await keyboard.type(administrator.password)
  await keyboard.press('Enter')
  await page.getByText('Nessun questionario, finora').waitFor()
  await page.getByText('Nessuna visita, nessun contatto e nessun questionario').waitFor()
  expect(await figures(page)).toEqual(['0', '0', '0', '0%'])
  await tabTo(page, page.getByRole('tab', { name: 'Questionari' }))
  await keyboard.press('ArrowRight')
  await page.getByText('Nessuna interazione, finora').waitFor()
  expect(page.url()).toContain('?tab=interazioni')
  await keyboard.press('ArrowRight')
  await page.getByText('Nessun evento analytics, finora').waitFor()
  await keyboard.press('ArrowRight')
  await page.getByLabel('ID di misurazione').focus()
  await keyboard.type('G-TASTI123')
  await keyboard.press('Enter')
  await toast(page, 'Impostazioni salvate').waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('ID di misurazione').inputValue()).toBe('G-TASTI123')
  await tabTo(page, page.getByRole('button', { name: 'Esci' }))
  await keyboard.press('Enter')
  await page.waitForURL(`${product.url}/`)
  await toast(page, 'Disconnesso').waitFor()
})
