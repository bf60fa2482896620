import type { Page } from 'playwright-core'
import { openContext } from './browser.ts'
import { register } from './customer.ts'
import { device } from './device.ts'
import { sharedBrowser } from './shared.ts'

/** A browser whose user has already answered the cookie question. */
export async function visitor(url: string, width = 390): Promise<Page> {
  const page = await (await device(url)).newPage()
  await page.setViewportSize({ width, height: 844 })
  return page
}

export async function customer(url: string, email: string): Promise<void> {
  const { context } = await openContext(await sharedBrowser(), url)
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
export const hydrated = (page: Page) =>
  page.locator('.theme-switcher :checked').first().waitFor({ state: 'attached' })
