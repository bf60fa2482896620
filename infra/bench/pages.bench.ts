import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { executablePath } from '../tests/journeys/browser.ts'
import { startProduct } from '../tests/journeys/product.ts'
import type { Bench, Limit } from './harness.ts'

/** Lighthouse on the public pages, on a phone with slow CPU and network, and on a desktop. */
const pages = ['/', '/auth', '/questionnaire', '/strategies', '/press-kit', '/privacy']
/** The other pages have no limits for speed. */
const budgeted = pages.slice(0, 3)
/** Fetched by npx, because the product needs none of its hundred packages. */
const lighthouse = 'lighthouse@13.5.0'
const run = promisify(execFile)

type Device = 'phone' | 'desk'
type Report = {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

const scores: Record<string, Partial<Record<Device, Limit>>> = {
  performance: { phone: { min: 98 }, desk: { min: 100 } },
  accessibility: { phone: { min: 100 }, desk: { min: 100 } },
  'best-practices': {},
  seo: {},
}
const audits: Record<string, Partial<Record<Device, Limit>>> = {
  'largest-contentful-paint': { phone: { max: 1_500 } },
  'total-blocking-time': { phone: { max: 100 } },
  'cumulative-layout-shift': { phone: { max: 0.01 }, desk: { max: 0.01 } },
}
const timed = ['performance', 'largest-contentful-paint', 'total-blocking-time']

export async function measure({ figure, rounds, opened, size }: Bench): Promise<void> {
  const product = await startProduct()
  opened.use(product)
  function turn(page: string, device: Device) {
    const figures = Object.entries({ ...scores, ...audits }).map(([id, bounds]) => {
      const isBound = budgeted.includes(page) || !timed.includes(id)
      const unit = id in scores ? 'of 100' : id.endsWith('shift') ? '' : 'ms'
      return [id, figure(`${page} ${device}: ${id}`, unit, isBound ? bounds[device] : {})] as const
    })
    return async () => {
      const report = await load(product.url + page, device)
      for (const [id, { values }] of figures) {
        const score = report.categories[id]?.score
        values.push(score ? score * 100 : (report.audits[id]?.numericValue ?? Number.NaN))
      }
    }
  }
  const turns = (['phone', 'desk'] as const).flatMap(device =>
    pages.slice(0, size(pages.length, 1)).map(page => turn(page, device)),
  )
  await rounds(5, turns, 0)
}

/** In its own Chromium, without cache or storage. @throws {Error} the page does not load */
async function load(url: string, device: Device): Promise<Report> {
  const flags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking'
  const args = ['--yes', lighthouse, url, '--quiet', '--output=json', flags]
  const { stdout } = await run('npx', device === 'desk' ? [...args, '--preset=desktop'] : args, {
    env: { ...process.env, CHROME_PATH: executablePath },
    maxBuffer: 1e8,
  })
  const report: Report = JSON.parse(stdout)
  if (report.runtimeError) throw new Error(`${url} (${device}): ${report.runtimeError.message}`)
  return report
}
