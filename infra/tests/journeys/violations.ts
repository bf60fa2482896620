import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { wear } from './looks.ts'

/** The rules that a page may break in one theme and not in the other. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** The violations of accessibility rules that axe finds in the page: each rule with the elements that break it. */
export function violations(page: Page): Promise<string[]> {
  return found(page, axe => axe.options({ resultTypes: ['violations'] }))
}

/** The same, and what else there is in the dark theme. The page wears the light one, before and after. */
export async function violationsInBoth(page: Page): Promise<string[]> {
  const inLight = await violations(page)
  await wear(page, 'dark')
  const colours = { runOnly: ofColours, resultTypes: ['violations' as const] }
  const inDark = await found(page, axe => axe.options(colours))
  await wear(page, 'light')
  return [...inLight, ...inDark.map(each => `in the dark, ${each}`)]
}

async function found(page: Page, asked: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // In the page itself, since there are no frames of another origin, and without what passed: three times as fast.
  const { violations } = await asked(new AxeBuilder({ page: page as never }).setLegacyMode()).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
