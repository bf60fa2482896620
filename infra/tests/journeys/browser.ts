import { type Browser, type BrowserContext, chromium } from 'playwright-core'

/** The Chromium that the bootstrap found, or this machine's. */
export const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export function openBrowser(): Promise<Browser> {
  // A browser without windows would else set text in whole pixels, wider than people see it.
  const look = '--font-render-hinting=none'
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', look]
  return chromium.launch({ executablePath, args })
}

/** Somebody of their own, who reads Italian. Whatever the page throws fails the test that asks for `faults`. */
export async function openContext(
  browser: Browser,
  baseURL: string,
): Promise<{ context: BrowserContext; faults: string[] }> {
  const context = await browser.newContext({
    baseURL,
    locale: 'it-IT',
    viewport: { width: 1440, height: 900 },
  })
  // Two busy cores take their time; what never comes fails all the same.
  context.setDefaultTimeout(60_000)
  const faults: string[] = []
  context.on('weberror', error => faults.push(error.error().message))
  context.on('console', message => {
    if (/Content.Security.Policy|hydrat|did not match/i.test(message.text())) faults.push(message.text())
  })
  return { context, faults }
}
