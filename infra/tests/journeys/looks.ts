import type { Page } from 'playwright-core'

type Look = { width: number; theme: 'light' | 'dark' }

/** How the nth of several scenes is looked at: on a phone in one theme, at a desk in the other, the next one the other way round. */
export function looksOf(at: number): readonly Look[] {
  const [phone, desk] = at % 2 === 0 ? (['light', 'dark'] as const) : (['dark', 'light'] as const)
  return [
    { width: 390, theme: phone },
    { width: 1440, theme: desk },
  ]
}

/** Returns once nothing is between the colours of two themes any more. */
export async function wear(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(theme => document.documentElement.classList.contains(theme), colorScheme)
  await page.waitForFunction(() => document.getAnimations().every(each => !(each instanceof CSSTransition)))
}
