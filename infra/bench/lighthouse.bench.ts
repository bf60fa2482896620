/**
 * What Lighthouse says of the landing page, on its phone and at its desk: medians of 5 rounds. Lighthouse is fetched
 * into a folder of its own: the product needs none of its hundred packages.
 *
 *     npm run build && node infra/bench/lighthouse.bench.ts [path]
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { startProduct } from '../journeys/product.ts'

const rounds = 5
const folder = path.resolve(import.meta.dirname, '../../.data/lighthouse')
const page = process.argv[2] ?? '/'

type Audit = { numericValue?: number }
type Report = { categories: Record<string, { score: number }>; audits: Record<string, Audit> }
type Lighthouse = {
  default(url: string, flags: object, config: object): Promise<{ lhr: Report } | undefined>
  desktopConfig: object
}
type Launcher = { launch(options: object): Promise<{ port: number; kill(): void }> }

function fetchLighthouse(): void {
  if (existsSync(path.join(folder, 'node_modules/lighthouse'))) return
  console.log('Fetching Lighthouse from npm…')
  const args = ['install', '--no-save', '--no-package-lock', '--loglevel=error', `--prefix=${folder}`]
  execFileSync('npm', [...args, 'lighthouse@13.5.0'], { stdio: 'inherit' })
}

async function load<T>(name: string): Promise<T> {
  const require = createRequire(path.join(folder, 'node_modules/lighthouse/package.json'))
  return import(pathToFileURL(require.resolve(name)).href)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

fetchLighthouse()
const lighthouse = await load<Lighthouse>('lighthouse')
const launcher = await load<Launcher>('chrome-launcher')
const product = await startProduct()
const chrome = await launcher.launch({
  chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  const settings = { phone: { extends: 'lighthouse:default' }, desk: lighthouse.desktopConfig }
  for (const [name, config] of Object.entries(settings)) {
    const reports: Report[] = []
    for (let round = 0; round < rounds; round++) {
      const result = await lighthouse.default(
        product.url + page,
        { port: chrome.port, logLevel: 'error' },
        config,
      )
      if (result) reports.push(result.lhr)
    }
    const score = (category: string) =>
      median(reports.map(({ categories }) => (categories[category]?.score ?? 0) * 100))
    const audit = (id: string) => median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN))
    const scores = ['performance', 'accessibility', 'best-practices', 'seo'].map(
      id => `${id} ${score(id).toFixed(0)}`,
    )
    console.log(`${name}: ${scores.join(', ')}`)
    const times = {
      LCP: 'largest-contentful-paint',
      FCP: 'first-contentful-paint',
      TBT: 'total-blocking-time',
    }
    const measured = Object.entries(times).map(([short, id]) => `${short} ${audit(id).toFixed(0)} ms`)
    console.log(
      `  ${measured.join(', ')}, CLS ${audit('cumulative-layout-shift').toFixed(4)} (medians of ${reports.length})`,
    )
  }
} finally {
  chrome.kill()
  await product.stop()
}
