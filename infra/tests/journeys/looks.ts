import type { Page } from 'playwright-core'

export type Look = { width: number; theme: 'light' | 'dark' }

const looks = [
  { width: 390, theme: 'light' },
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'dark' },
  { width: 1440, theme: 'light' },
] as const

/** The look of the nth scene. Scenes alternate, so that shared parts are tested on a phone and a desktop in each theme. */
export const lookOf = (at: number): Look => looks[at % looks.length] as Look

/** Waits until no colour is in transition between two themes. */
export async function wear(page: Page, colorScheme: Look['theme']): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(theme => document.documentElement.classList.contains(theme), colorScheme)
  await page.waitForFunction(() => document.getAnimations().every(each => !(each instanceof CSSTransition)))
}
