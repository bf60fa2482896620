/**
 * How the room of the history scrolls: 10,000 rows of a log of a million events, three a frame, page by page as they come.
 * The pages are made up here and answered at once, so that what is measured is the tab alone. Prints how long frames took,
 * and how much of each the tab's own thread worked, without what other programs took of the processor. Ends with 1 where
 * that work is more than a frame of 60 a second, or where the tab's memory is more than 150 MB afterwards.
 *
 *     npm run bench -- events-list
 *
 * Frames want a machine that does nothing else.
 */
import { randomUUID } from 'node:crypto'
import type { CDPSession, Page } from 'playwright-core'
import { openBrowser, openContext } from '../tests/journeys/browser.ts'
import { signInToConsole } from '../tests/journeys/console.ts'
import { startProduct } from '../tests/journeys/product.ts'

const rows = 10_000
const logged = 1_000_000
const frameMs = 1000 / 60
const mostBytes = 150e6

function eventAt(at: number) {
  const visit = `session_${1_790_000_000_000 + (at >> 4)}_${(at >> 4).toString(36)}`
  return {
    id: randomUUID(),
    position: String(at).padStart(33, '0'),
    stream: `visit-${visit}`,
    revision: at % 16,
    type: at % 3 === 0 ? 'AnalyticsEventTracked' : 'InteractionTracked',
    recordedAt: new Date(1_790_000_000_000 + at * 500).toISOString(),
    actor: 'visitor',
    correlationId: randomUUID(),
    causationId: randomUUID(),
    visitId: null,
    schemaVersion: 1,
    data: {
      eventType: 'button_click',
      eventName: 'button_click',
      elementText: `Inizia ora ${at}`,
      page: 'http://localhost:3000/?utm_source=giornale',
    },
    sealed: [],
  }
}

/** The page of the log that a call asks for, the newest first. */
function pageOf(address: string) {
  const query = new URL(address).searchParams
  const from = Number(query.get('cursor') ?? logged)
  const limit = Number(query.get('limit'))
  const events = Array.from({ length: limit }, (_, behind) => eventAt(from - behind))
  return { events, next: String(from - limit), head: eventAt(logged).position, lagMs: 0 }
}

/** Scrolls to the last row; how long each frame took, in milliseconds. */
async function scroll(page: Page): Promise<number[]> {
  return page.evaluate(async wanted => {
    const list = document.querySelector('.event-grid') as HTMLElement
    const frames: number[] = []
    let last = performance.now()
    while (list.scrollTop < wanted * 32) {
      await new Promise(requestAnimationFrame)
      const now = performance.now()
      frames.push(now - last)
      last = now
      list.scrollTop += 3 * 32
    }
    return frames
  }, rows)
}

const inOrder = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0

async function workedMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
}

async function heapBytes(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize + embedderHeapUsedSize + backingStorageSize
}

const [browser, product] = await Promise.all([openBrowser(), startProduct()])
try {
  const { context } = await openContext(browser, product.url)
  await context.route(/\/api\/admin\/events\?/, route =>
    route.fulfill({ json: pageOf(route.request().url()) }),
  )
  const page = await context.newPage()
  await signInToConsole(page)
  await page.goto('/admin/events')
  await page.locator('.event-line').first().waitFor()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const [bytesBefore, workedBefore] = [await heapBytes(cdp), await workedMs(cdp)]
  const frames = await scroll(page)
  const perFrame = ((await workedMs(cdp)) - workedBefore) / frames.length
  const bytes = await heapBytes(cdp)
  const ms = (value: number) => value.toFixed(1)
  console.log(
    `frames: ${frames.length}, p50 ${ms(inOrder(frames, 0.5))} ms, p99 ${ms(inOrder(frames, 0.99))} ms`,
  )
  console.log(`the tab's thread worked ${ms(perFrame)} ms a frame, of ${ms(frameMs)}`)
  console.log(`memory: ${ms(bytesBefore / 1e6)} MB at first, ${ms(bytes / 1e6)} MB after ${rows} rows`)
  console.log(`elements in the page: ${await page.evaluate(() => document.querySelectorAll('*').length)}`)
  if (perFrame > frameMs || bytes > mostBytes) process.exitCode = 1
} finally {
  await Promise.all([browser.close(), product.stop()])
}
