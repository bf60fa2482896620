import type { Page } from 'playwright-core'

export type Screen = { width: number; theme: 'light' | 'dark' }

const screens = [
  { width: 390, theme: 'light' },
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'dark' },
  { width: 1440, theme: 'light' },
] as const

/** The look of the nth scene. Scenes alternate, so that shared parts are tested on a phone and a desktop in each theme. */
export const screenOf = (at: number): Screen => screens[at % screens.length] as Screen

/** Waits until no colour is in transition between two themes. */
export async function applyTheme(page: Page, colorScheme: Screen['theme']): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(theme => document.documentElement.classList.contains(theme), colorScheme)
  await page.waitForFunction(() => document.getAnimations().every(each => !(each instanceof CSSTransition)))
}
