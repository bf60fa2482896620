import { idOf } from '@tba/events/streams.ts'
import { type ConsolePage, consolePages, pathOf } from '@tba/web/admins/console-pages.ts'
import type { Page } from 'playwright-core'
import type { RunningProduct } from './product.ts'

/** A page of the console, at an address where it has content. */
export type Address = { page: string; url: string }

/**
 * Every page of the console. A page about one thing has an address for each kind of thing.
 * @throws {Error} for an unknown page: it asks for an address
 */
export async function everyPage(product: RunningProduct, from = 0): Promise<Address[]> {
  const log = (await product.recorded({})).slice(from)
  const kindOf = (stream: string) => stream.split('-', 1)[0] ?? ''
  const newest = (kind: string) => log.findLast(({ stream }) => kindOf(stream) === kind)?.stream ?? ''
  const kinds = [...new Set(log.map(({ stream }) => kindOf(stream)))]
  const people: Record<string, string> = {
    people: 'account',
    customers: 'account',
  }

  const trend = {
    series: [{ event: 'InteractionTracked' }],
    count: 'visits',
    period: '30d',
    breakdown: 'page',
  }
  /** Addresses where a page shows more texts than at first. */
  const shown: Record<string, string> = {
    paths: '/admin/paths?event=LeadSubmitted&direction=previous',
    trends: `/admin/trends?definition=${encodeURIComponent(JSON.stringify(trend))}`,
    outcomes: '/admin/requests/outcomes?by=source',
    requests: '/admin/requests?view=all',
  }

  function urlsOf(page: ConsolePage): string[] {
    const path = pathOf(page)
    if (shown[page.name]) return [shown[page.name] as string]
    if (!path.includes(':')) return [`/admin/${path}`]
    const [list = ''] = path.split('/')
    const person = people[list]
    if (person) return [`/admin/${list}/${idOf(newest(person))}`]
    if (list === 'visits') return [`/admin/visits/${idOf(newest('visit'))}`]
    if (list === 'reports')
      return log
        .filter(({ type, data }) => type === 'DefinitionSaved' && data.kind === 'report')
        .slice(-1)
        .map(({ stream }) => `/admin/reports/${idOf(stream)}`)
    // Only if there is one.
    const kind = { replays: 'replay', receipts: 'receipt' }[list]
    if (kind) return kinds.includes(kind) ? [`/admin/${list}/${idOf(newest(kind))}`] : []
    if (list === 'streams') return kinds.map(kind => `/admin/streams/${encodeURIComponent(newest(kind))}`)
    throw new Error(`what is the page at /admin/${path} opened with?`)
  }
  return consolePages.flatMap(page => urlsOf(page).map(url => ({ page: page.name, url })))
}

export async function enter(page: Page, { url }: Address): Promise<void> {
  await page.goto(url)
  await page.locator('main h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.waiting, .skeleton, .daily-chart-waiting'))
}
