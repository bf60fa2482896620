import type { Page } from 'playwright-core'

export type Look = { width: number; theme: 'light' | 'dark' }

const looks = [
  { width: 390, theme: 'light' },
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'dark' },
  { width: 1440, theme: 'light' },
] as const

/** How the nth of several scenes is looked at: they take turns, so that what they share is seen on a phone and at a desk in each theme. */
export const lookOf = (at: number): Look => looks[at % looks.length] as Look

/** Returns once nothing is between the colours of two themes any more. */
export async function wear(page: Page, colorScheme: Look['theme']): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(theme => document.documentElement.classList.contains(theme), colorScheme)
  await page.waitForFunction(() => document.getAnimations().every(each => !(each instanceof CSSTransition)))
}
