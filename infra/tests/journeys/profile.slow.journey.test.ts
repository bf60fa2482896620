import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visitProfile } from './profile-visit.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()

const visit = () => visitProfile(product.url)
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('the browser asks before a page with unsaved changes is closed', async () => {
  const { page } = await visit()
  await field(page, 'Paese').fill('Italia')
  const asked: string[] = []
  page.once('dialog', dialog => {
    asked.push(dialog.type())
    return dialog.dismiss()
  })
  await page.evaluate(() => location.reload()).catch(() => undefined)
  await expect.poll(() => asked).toEqual(['beforeunload'])
  expect(await field(page, 'Paese').inputValue()).toBe('Italia')
})
