import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authStates } from './auth-states.ts'
import { visitor } from './auth-visit.ts'
import { openBrowser } from './browser.ts'
import { looksOf, wear } from './looks.ts'
import { type RunningProduct, startProduct } from './product.ts'
import { violations } from './violations.ts'

let browser: Browser
let product: RunningProduct
beforeAll(async () => {
  ;[browser, product] = await Promise.all([openBrowser(), startProduct()])
})
afterAll(async () => {
  await Promise.all([browser.close(), product.stop()])
})

test.each(Object.entries(authStates).map(([name, bring], at) => [name, bring, at] as const))(
  'the state %s keeps nobody out, in either theme, on a phone and at a desk',
  async (_name, bring, at) => {
    const page = await visitor(browser, product.url)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await bring(page)
    for (const { width, theme } of looksOf(at)) {
      await page.setViewportSize({ width, height: 844 })
      await wear(page, theme)
      expect(await violations(page), `${width} px, ${theme}`).toEqual([])
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(over, `${width} px`).toBeLessThanOrEqual(0)
    }
  },
)
