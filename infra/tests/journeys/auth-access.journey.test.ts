import { AxeBuilder } from '@axe-core/playwright'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authStates } from './auth-states.ts'
import { visitor } from './auth-visit.ts'
import { openBrowser } from './browser.ts'
import { type RunningProduct, startProduct } from './product.ts'

let browser: Browser
let product: RunningProduct
beforeAll(async () => {
  ;[browser, product] = await Promise.all([openBrowser(), startProduct()])
})
afterAll(async () => {
  await Promise.all([browser.close(), product.stop()])
})

const looks = [390, 1440].flatMap(width =>
  (['light', 'dark'] as const).map(colorScheme => ({ width, colorScheme })),
)

test.each(Object.entries(authStates))(
  'the state %s keeps nobody out, in either theme and width',
  async (_name, bring) => {
    const page = await visitor(browser, product.url)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await bring(page)
    for (const { width, colorScheme } of looks) {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.locator(`html.${colorScheme}`).waitFor()
      const { violations } = await new AxeBuilder({ page: page as never }).analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
      expect(found, `${width} px, ${colorScheme}`).toEqual([])
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(over, `${width} px`).toBeLessThanOrEqual(0)
    }
  },
)
