import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/**
 * The violations of accessibility rules that axe finds in the page: each rule with the elements that break it.
 * @param rules all of them, unless some are named
 */
export async function violations(page: Page, ...rules: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page: page as never })
  const found = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
