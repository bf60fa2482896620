/**
 * How the room of the history scrolls: 10,000 rows of a log of a million events, three a frame, page by page as they come.
 * The log is the dataset of the console's benchmark with 100,000 visits, and the product a process of its own. Prints how
 * long frames took, and how much of each the tab's own thread worked, without what other programs took of the processor.
 * Ends with 1 where that work is more than a frame of 60 a second, or where the tab's memory is more than 150 MB afterwards.
 *
 *     npm run bench -- events-list
 *
 * Frames want a machine that does nothing else.
 */
import type { CDPSession, Page } from 'playwright-core'
import { openBrowser, openContext } from '../tests/journeys/browser.ts'
import { start } from '../tests/support/run.ts'
import { admin, openDataset } from './console/dataset.ts'

const rows = 10_000
const visits = 100_000
const frameMs = 1000 / 60
const mostBytes = 150e6

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

/** The product on that log, as `npm start` starts it. */
async function startOnDataset() {
  await using opened = new AsyncDisposableStack()
  const { folder } = await openDataset(visits, opened)
  await opened.disposeAsync()
  const env = {
    DATA_DIR: folder,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    LIMIT_SCALE: '1000',
  }
  const { child, ready, ended } = start({ env })
  child.stderr?.pipe(process.stderr)
  return {
    url: `http://localhost:${await ready}`,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Accedi' }).click()
  await page.waitForURL('**/admin/dashboard')
}

const product = await startOnDataset()
const browser = await openBrowser()
try {
  const { context } = await openContext(browser, product.url)
  const page = await context.newPage()
  await signIn(page)
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
