import type { Browser, BrowserContext } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { openContext } from './browser.ts'

/** A browser of its own, which has answered the cookie question. What its pages throw or forbid fails the test. */
export async function device(browser: Browser, url: string): Promise<BrowserContext> {
  const { context, faults } = await openContext(browser, url)
  onTestFinished(async () => {
    await context.close()
    expect(faults).toEqual([])
  })
  await context.addInitScript(() => {
    // A new tab's first page has no storage.
    if (location.protocol === 'about:') return
    localStorage.setItem('consent', JSON.stringify({ choice: 'none', at: Date.now(), told: true }))
  })
  return context
}
