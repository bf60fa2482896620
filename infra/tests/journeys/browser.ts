import { longestWaitMs } from '@tba/testing/wait.ts'
import { translate } from '@tba/web/testing/translator.ts'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'

/** The Chromium of the bootstrap, or this machine's. */
export const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export function openBrowser(): Promise<Browser> {
  // A browser without windows would set text in whole pixels, wider than people see it.
  const look = '--font-render-hinting=none'
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', look]
  return chromium.launch({ executablePath, args, timeout: longestWaitMs })
}

/** A new user who reads Italian. A test that asks for `faults` fails at any error of the page. */
export async function openContext(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; faults: string[] }> {
  const context = await browser.newContext({
    baseURL,
    locale: 'it-IT',
    viewport: { width: 1440, height: 900 },
    ...options,
  })
  context.setDefaultTimeout(longestWaitMs)
  if (process.env.TRANSLATED) await context.addInitScript(translate, true)
  const faults: string[] = []
  context.on('weberror', error => faults.push(error.error().message))
  context.on('console', message => {
    if (/(Content.Security|Permissions).Policy|hydrat|did not match/i.test(message.text()))
      faults.push(message.text())
  })
  return { context, faults }
}
