import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { openContext } from './browser.ts'
import { signInToConsole } from './console.ts'
import { sharedBrowser } from './shared.ts'

/** A separate browser. An error or a violation on its pages fails the test. */
export async function newDevice(url: string, options?: BrowserContextOptions): Promise<BrowserContext> {
  const { context, faults } = await openContext(await sharedBrowser(), url, options)
  onTestFinished(async () => {
    await context.close()
    expect(faults).toEqual([])
  })
  return context
}

/** The same, with the cookie question answered. */
export async function device(url: string, options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await newDevice(url, options)
  await context.addInitScript(() => {
    // The first page of a new tab has no storage.
    if (location.protocol === 'about:') return
    localStorage.setItem('consent', JSON.stringify({ choice: 'none', at: Date.now(), isSent: true }))
  })
  return context
}

/** A page of a new device. A dialog of the browser also fails the test: only an injected script would open one. */
export async function newPage(url: string, width = 1440): Promise<Page> {
  const page = await (await newDevice(url)).newPage()
  const messages: string[] = []
  onTestFinished(() => expect(messages).toEqual([]))
  page.on('dialog', dialog => {
    messages.push(dialog.message())
    return dialog.dismiss()
  })
  await page.setViewportSize({ width, height: 900 })
  return page
}

/** The same, signed in as an administrator. */
export async function openConsole(url: string, width?: number): Promise<Page> {
  const page = await newPage(url, width)
  await signInToConsole(page)
  return page
}
