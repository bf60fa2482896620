import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** The accessibility rules that the page breaks according to axe, each with its elements. */
export async function violations(page: Page): Promise<string[]> {
  // Inside the page, because there are no frames of other origins, and without passed rules: three times as fast.
  const axe = new AxeBuilder({ page: page as never }).setLegacyMode()
  const { violations } = await axe.options({ resultTypes: ['violations'] }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Breaks no accessibility rule, and does not scroll sideways. */
export async function expectOpenToAll(page: Page, state: string): Promise<void> {
  expect(await violations(page), state).toEqual([])
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(over, `${state} is wider than the window`).toBeLessThanOrEqual(0)
}
