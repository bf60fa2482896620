import { idOf } from '@tba/events/streams.ts'
import { pathOf, type Room, rooms } from '@tba/web/admins/rooms.ts'
import type { Page } from 'playwright-core'
import type { RunningProduct } from './product.ts'

/** A room of the console, at an address where it shows something. */
export type Address = { room: string; url: string }

/**
 * Every room of the console: one that is of something, at as many addresses as there are kinds of that.
 * @throws {Error} for a room of something that this does not know: it says what a test would open it with
 */
export async function everyRoom(product: RunningProduct, from = 0): Promise<Address[]> {
  const log = (await product.recorded({})).slice(from)
  const kindOf = (stream: string) => stream.split('-', 1)[0] ?? ''
  const newest = (kind: string) => log.findLast(({ stream }) => kindOf(stream) === kind)?.stream ?? ''
  const kinds = [...new Set(log.map(({ stream }) => kindOf(stream)))]
  const people: Record<string, string> = {
    customers: 'account',
    leads: 'lead',
    questionnaires: 'questionnaire',
  }

  /** Where a room shows more of what was written than it does at first. */
  const shown: Record<string, string> = { paths: '/admin/paths?event=LeadSubmitted&direction=previous' }

  function urlsOf(room: Room): string[] {
    const path = pathOf(room)
    if (shown[room.name]) return [shown[room.name] as string]
    if (!path.includes(':')) return [`/admin/${path}`]
    const [list = ''] = path.split('/')
    const person = people[list]
    if (person) return [`/admin/${list}/${idOf(newest(person))}`]
    if (list === 'visits') return [`/admin/visits/${idOf(newest('visit'))}`]
    // Only where somebody played something again.
    if (list === 'replays')
      return kinds.includes('replay') ? [`/admin/replays/${idOf(newest('replay'))}`] : []
    if (list === 'streams') return kinds.map(kind => `/admin/streams/${encodeURIComponent(newest(kind))}`)
    throw new Error(`what is the room at /admin/${path} opened with?`)
  }
  return rooms.flatMap(room => urlsOf(room).map(url => ({ room: room.name, url })))
}

/** Opens a room, and waits until it has what it shows. */
export async function enter(page: Page, { url }: Address): Promise<void> {
  await page.goto(url)
  await page.locator('main h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.waiting, .skeleton, .daily-chart-waiting'))
}
