import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The violations of accessibility rules that axe finds in the page: each rule with the elements that break it. */
export async function violations(page: Page): Promise<string[]> {
  // In the page itself, since there are no frames of another origin, and without what passed: three times as fast.
  const axe = new AxeBuilder({ page: page as never }).setLegacyMode()
  const { violations } = await axe.options({ resultTypes: ['violations'] }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Breaks no rule of accessibility, and nothing scrolls sideways. */
export async function expectOpenToAll(page: Page, state: string): Promise<void> {
  expect(await violations(page), state).toEqual([])
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(over, `${state} is wider than the window`).toBeLessThanOrEqual(0)
}
