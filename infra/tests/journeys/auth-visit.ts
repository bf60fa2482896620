import type { Browser, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { openContext } from './browser.ts'
import { register } from './customer.ts'

/** Somebody at a browser of their own, who has answered the cookie question before. What their page throws fails the test. */
export async function visitor(browser: Browser, url: string, width = 390): Promise<Page> {
  const { context, faults } = await openContext(browser, url)
  const page = await context.newPage()
  await page.setViewportSize({ width, height: 844 })
  page.on('console', message => {
    if (message.type() === 'error' && /hydrat|did not match/i.test(message.text()))
      faults.push(message.text())
  })
  await context.addInitScript(() => {
    // Not in the blank page that axe opens, which has no storage.
    if (location.protocol === 'about:') return
    localStorage.setItem('consent', JSON.stringify({ choice: 'none', at: Date.now(), told: true }))
  })
  onTestFinished(async () => {
    await context.close()
    expect(faults).toEqual([])
  })
  return page
}

/** A customer whose browser is elsewhere. */
export async function customer(browser: Browser, url: string, email: string): Promise<void> {
  const { context } = await openContext(browser, url)
  await register(context, email)
  await context.close()
}

/** Holds requests that match until the test releases them. */
export async function hold(page: Page, what: RegExp | string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(what, async route => {
    await promise
    await route.fallback()
  })
  return resolve
}

/** The bodies of all calls to this address from now on. */
export function sent(page: Page, path: string): unknown[] {
  const bodies: unknown[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path)
      bodies.push(request.postDataJSON())
  })
  return bodies
}

export const email = (page: Page) => page.getByLabel('Email')
export const password = (page: Page) => page.getByLabel('Password', { exact: true })
export const submit = (page: Page, name: string) =>
  page.locator('form').getByRole('button', { name, exact: true })
export const tab = (page: Page, name: string) => page.getByRole('tab', { name })

/** Waits until the prerendered page is hydrated. */
export const takenUp = (page: Page) =>
  page.locator('.theme-switcher :checked').first().waitFor({ state: 'attached' })

/** What the toast that shows says. */
export async function told(page: Page): Promise<string[]> {
  const toast = page.locator('.toast')
  await toast.waitFor()
  return toast.locator('.toast-title, .toast-text').allInnerTexts()
}
