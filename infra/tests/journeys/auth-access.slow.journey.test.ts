import { expect, test } from 'vitest'
import { authStates } from './auth-states.ts'
import { visitor } from './auth-visit.ts'
import { looksOf, wear } from './looks.ts'
import { sharedProduct } from './shared.ts'
import { violations } from './violations.ts'

const product = await sharedProduct()

test.each(Object.entries(authStates).map(([name, bring], at) => [name, bring, at] as const))(
  'the state %s keeps nobody out, in either theme, on a phone and at a desk',
  async (_name, bring, at) => {
    const page = await visitor(product.url)
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
