/**
 * What the public pages weigh against their budget, and how fast the landing page is there: on a phone with a slow
 * processor and network, and at a desk. Medians of 5 loads, each in a browser context of its own.
 *
 *     npm run build && node infra/bench/pages.bench.ts
 */
import type { Browser } from 'playwright-core'
import { openBrowser } from '../journeys/browser.ts'
import { startProduct } from '../journeys/product.ts'
import { budget, weigh } from '../pages/budget.ts'

const loads = 5
const pages = [
  'index',
  'strategies',
  'press-kit',
  'questionnaire',
  'privacy',
  'termini',
  'cookie',
  'auth',
  '404',
]

/** What Lighthouse calls mobile: 1.6 Mbit/s down, 150 ms round trip, a processor four times slower. */
const phone = {
  name: 'phone, slow 4G, CPU / 4',
  viewport: { width: 412, height: 823 },
  slower: 4,
  network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
}
const desk = { name: 'desk', viewport: { width: 1350, height: 940 }, slower: 1, network: null }

type Load = { firstPaint: number; largestPaint: number; blocked: number; shift: number }
type Setting = typeof phone | typeof desk

/** Runs in the page from its first moment on. */
function observe() {
  const load = { firstPaint: 0, largestPaint: 0, blocked: 0, shift: 0 }
  Object.assign(window, { load })
  const on = (type: string, note: (entry: PerformanceEntry & { value: number }) => void) =>
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) note(entry as PerformanceEntry & { value: number })
    }).observe({ type, buffered: true })
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') load.firstPaint = startTime
  })
  on('largest-contentful-paint', ({ startTime }) => {
    load.largestPaint = startTime
  })
  on('longtask', ({ duration }) => {
    load.blocked += Math.max(0, duration - 50)
  })
  on('layout-shift', ({ value }) => {
    load.shift += value
  })
}

async function loadOnce(browser: Browser, url: string, setting: Setting): Promise<Load> {
  await using context = await browser.newContext({ viewport: setting.viewport })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: setting.slower })
  if (setting.network) {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', setting.network)
  }
  await page.addInitScript(observe)
  await page.goto(url)
  await page.getByRole('button', { name: 'Accetta' }).waitFor()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return await page.evaluate(() => (window as unknown as { load: Load }).load)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

console.log(`KB (Brotli)        html      js     css   fonts  tracker`)
const row = (name: string, values: number[]) =>
  console.log(name.padEnd(16), ...values.map(value => value.toFixed(1).padStart(7)))
row('budget of /', Object.values(budget))
for (const page of pages) {
  const weights = Object.values(await weigh(`${page}.html`))
  row(
    page,
    weights.map(bytes => bytes / 1000),
  )
}

const [browser, product] = await Promise.all([openBrowser(), startProduct()])
try {
  for (const setting of [phone, desk]) {
    const measured: Load[] = []
    for (let load = 0; load < loads; load++) measured.push(await loadOnce(browser, product.url, setting))
    const of = (key: keyof Load) => median(measured.map(load => load[key]))
    console.log(
      `${setting.name}: first paint ${of('firstPaint').toFixed(0)} ms, largest ${of('largestPaint').toFixed(0)} ms, ` +
        `blocked ${of('blocked').toFixed(0)} ms, shift ${of('shift').toFixed(4)} (medians of ${loads})`,
    )
  }
} finally {
  await browser.close()
  await product.stop()
}
