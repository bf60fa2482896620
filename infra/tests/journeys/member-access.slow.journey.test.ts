import { describe, expect, onTestFinished, test } from 'vitest'
import { become, bring } from '../../docs/screenshots/bring.ts'
import { pictures } from '../../docs/screenshots/pictures.ts'
import { openContext } from './browser.ts'
import { choosePlan, register } from './customer.ts'
import { looksOf, wear } from './looks.ts'
import { sharedBrowser, sharedProduct } from './shared.ts'
import { violations } from './violations.ts'

const browser = await sharedBrowser()
const product = await sharedProduct()

const ofCustomers = pictures.filter(picture => picture.as !== undefined && picture.as !== 'administrator')

describe('nothing of the member area keeps anybody out, in either theme, on a phone and at a desk', () => {
  // Pictures take turns, so that what they share is seen in each theme at each width.
  test.each(ofCustomers.map((picture, at) => [picture.name, picture, at] as const))(
    '%s',
    async (name, picture, at) => {
      const { context, faults } = await openContext(browser, product.url)
      onTestFinished(() => context.close())
      const page = await context.newPage()
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await become(page, picture.as, `anna-${name}@example.com`)
      await bring(page, picture, product)
      for (const { width, theme } of looksOf(at)) {
        await page.setViewportSize({ width, height: 900 })
        await wear(page, theme)
        expect(await violations(page), `${theme}, ${width} px`).toEqual([])
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(over, `wider than ${width} px`).toBeLessThanOrEqual(0)
      }
      expect(faults).toEqual([])
    },
  )
})

test('a name of one long word stays within a phone', async () => {
  const { context } = await openContext(browser, product.url)
  onTestFinished(() => context.close())
  await register(context, 'parola-lunga@example.com', 'W'.repeat(80))
  await choosePlan(context)
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/dashboard')
  await page.getByText(/^Ciao W+/).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
