import { idOf } from '@tba/events/streams.ts'
import { type ConsolePage, consolePages, pathOf } from '@tba/web/admins/console-pages.ts'
import type { Page } from 'playwright-core'
import type { RunningProduct } from './product.ts'

/** A page of the console, at an address where it shows something. */
export type Address = { page: string; url: string }

/**
 * Every page of the console: one that is of something, at as many addresses as there are kinds of that.
 * @throws {Error} for a page of something that this does not know: it says what a test would open it with
 */
export async function everyPage(product: RunningProduct, from = 0): Promise<Address[]> {
  const log = (await product.recorded({})).slice(from)
  const kindOf = (stream: string) => stream.split('-', 1)[0] ?? ''
  const newest = (kind: string) => log.findLast(({ stream }) => kindOf(stream) === kind)?.stream ?? ''
  const kinds = [...new Set(log.map(({ stream }) => kindOf(stream)))]
  const people: Record<string, string> = {
    customers: 'account',
    leads: 'lead',
    questionnaires: 'questionnaire',
  }

  /** Where a page shows more of what was written than it does at first. */
  const shown: Record<string, string> = { paths: '/admin/paths?event=LeadSubmitted&direction=previous' }

  function urlsOf(page: ConsolePage): string[] {
    const path = pathOf(page)
    if (shown[page.name]) return [shown[page.name] as string]
    if (!path.includes(':')) return [`/admin/${path}`]
    const [list = ''] = path.split('/')
    const person = people[list]
    if (person) return [`/admin/${list}/${idOf(newest(person))}`]
    if (list === 'visits') return [`/admin/visits/${idOf(newest('visit'))}`]
    // Only where somebody played something again.
    if (list === 'replays')
      return kinds.includes('replay') ? [`/admin/replays/${idOf(newest('replay'))}`] : []
    if (list === 'streams') return kinds.map(kind => `/admin/streams/${encodeURIComponent(newest(kind))}`)
    throw new Error(`what is the page at /admin/${path} opened with?`)
  }
  return consolePages.flatMap(page => urlsOf(page).map(url => ({ page: page.name, url })))
}

/** Opens a page, and waits until it has what it shows. */
export async function enter(page: Page, { url }: Address): Promise<void> {
  await page.goto(url)
  await page.locator('main h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.waiting, .skeleton, .daily-chart-waiting'))
}
