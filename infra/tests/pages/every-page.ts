import { consolePages } from '@tba/web/admins/console-pages.ts'
import { pageEntries } from '@tba/web/build/paths.ts'
import type { BrowserContext, Page } from 'playwright-core'
import type { Picture } from '../../docs/screenshots/pictures.ts'
import { signInAs } from '../../docs/screenshots/prepare-page.ts'
import { everyPage } from '../journeys/console-pages.ts'
import type { RunningProduct } from '../journeys/product.ts'

export type Reader = Picture['as']

/** Who sees a page. */
export const readerOf = (path: string): Reader =>
  /^\/admin(?!\/(login|invitation))/.test(path)
    ? 'administrator'
    : /^\/(dashboard|profile)$/.test(path)
      ? 'underway'
      : undefined

/** Pages for all, then those of a customer and of the console. */
export async function everyPath(product: RunningProduct): Promise<string[]> {
  const paths = pageEntries.map(({ path }) => path).filter(path => readerOf(path) !== 'administrator')
  return [
    ...[...paths, '/404'].map(path => path.replace('/reset-password', `$&#token=${'A'.repeat(43)}`)),
    ...(await everyPage(product)).map(({ url }) => url),
  ]
}

let signedIn = 0

/** Signs this reader in. @returns the same browser */
export async function signedInAs(reader: Reader, context: BrowserContext): Promise<BrowserContext> {
  const page = await context.newPage()
  signedIn += 1
  await signInAs(page, reader, `pagine-${process.pid}-${signedIn}@example.com`)
  await page.close()
  return context
}

const movedPaths = consolePages.filter(({ file }) => file === 'moved').map(({ name }) => `/admin/${name}`)

/** Waits for the page's content and code. */
export async function ready(page: Page): Promise<void> {
  // An earlier address leads on once its code is there.
  await page.waitForFunction(moved => !moved.includes(location.pathname), movedPaths)
  await page.waitForFunction(() => document.querySelector('.theme-switcher :checked, .notice'))
  // The editor of SQL replaces a plain field.
  const unready = '.waiting, .skeleton, .auth-placeholder, .after-paint, .daily-chart-waiting, .sql-text'
  await page
    .waitForFunction(waits => !document.querySelector(waits), unready)
    .catch(async error => {
      const waits = await page
        .locator(unready)
        .first()
        .evaluate(part => part.outerHTML.slice(0, 300))
      throw new Error(`${page.url()} still waits: ${waits}`, { cause: error })
    })
}
