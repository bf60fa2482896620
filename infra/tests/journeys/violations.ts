import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** The violations of accessibility rules that axe finds in the page: each rule with the elements that break it. */
export async function violations(page: Page): Promise<string[]> {
  // In the page itself, since there are no frames of another origin, and without what passed: three times as fast.
  const axe = new AxeBuilder({ page: page as never }).setLegacyMode()
  const found = await axe.options({ resultTypes: ['violations'] }).analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
