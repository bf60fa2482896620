import type { Page } from 'playwright-core'

/** A page is looked at in one theme and then in the other, on a phone and at a desk. */
export const looks = [
  { width: 390, theme: 'light', other: 'dark' },
  { width: 1440, theme: 'dark', other: 'light' },
] as const

export async function wear(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(theme => document.documentElement.classList.contains(theme), colorScheme)
}
