import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { executablePath } from '../tests/journeys/browser.ts'
import { blockedAloneMs, type Trace } from './lighthouse-trace.ts'

const version = '13.5.0'
// Installed in a folder of its own, since the product needs none of its hundred packages.
const folder = path.resolve(import.meta.dirname, '../../.data/lighthouse')

/** What one load showed: scores of 0 to 100, times in ms. */
export type Load = {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  firstPaintMs: number
  largestPaintMs: number
  blockedMs: number
  /** As `blockedMs`, but by the page's own processor time: without what else the machine was doing. */
  blockedAloneMs: number
  shift: number
  /** How fast the machine was at that moment; Lighthouse's phone wants about 1500 or more. */
  benchmarkIndex: number
  /** The audits that count and were not passed. */
  failed: string[]
}

export type Device = 'phone' | 'desk'

type Audit = { score: number | null; numericValue?: number }
type Report = {
  runtimeError?: { message: string }
  runWarnings: string[]
  environment: { benchmarkIndex: number }
  configSettings: { throttling: { cpuSlowdownMultiplier: number } }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}
type Lighthouse = {
  default(
    url: string,
    flags: object,
    config?: object,
  ): Promise<{ lhr: Report; artifacts: { Trace: Trace } } | undefined>
  desktopConfig: object
}
type Launcher = { launch(options: object): Promise<{ port: number; kill(): void }> }

function installed(): string | undefined {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'node_modules/lighthouse/package.json'), 'utf8')).version
  } catch {
    return undefined
  }
}

function fetchOnce(): void {
  if (installed() === version) return
  console.log('Fetching Lighthouse from npm…')
  const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...quiet, `--prefix=${folder}`, `lighthouse@${version}`], {
    stdio: 'inherit',
  })
}

async function load<T>(name: string): Promise<T> {
  const require = createRequire(path.join(folder, 'node_modules/lighthouse/package.json'))
  return import(pathToFileURL(require.resolve(name)).href)
}

function read(report: Report, trace: Trace): Load {
  const { categories, audits, environment, configSettings } = report
  const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100)
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN
  const counted = Object.values(categories).flatMap(({ auditRefs }) => auditRefs)
  const timed = new Set(categories.performance?.auditRefs.map(({ id }) => id))
  const failed = counted.filter(({ id, weight }) => weight > 0 && !timed.has(id) && audits[id]?.score === 0)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    firstPaintMs: value('first-contentful-paint'),
    largestPaintMs: value('largest-contentful-paint'),
    blockedMs: value('total-blocking-time'),
    blockedAloneMs: blockedAloneMs(trace, configSettings.throttling.cpuSlowdownMultiplier),
    shift: value('cumulative-layout-shift'),
    benchmarkIndex: environment.benchmarkIndex,
    failed: failed.map(({ id }) => id),
  }
}

/** Lighthouse with a Chromium of its own, whose every load starts without cache or storage. Throws where a page does not load. */
export async function openLighthouse() {
  fetchOnce()
  const lighthouse = await load<Lighthouse>('lighthouse')
  const { launch } = await load<Launcher>('chrome-launcher')
  const chrome = await launch({
    chromePath: executablePath,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  return {
    async measure(url: string, device: Device): Promise<Load> {
      const flags = { port: chrome.port, logLevel: 'error' }
      const config = device === 'desk' ? lighthouse.desktopConfig : undefined
      const result = await lighthouse.default(url, flags, config)
      const fault = result?.lhr.runtimeError?.message ?? result?.lhr.runWarnings[0]
      if (!result || fault) throw new Error(`${url} (${device}): ${fault ?? 'no report'}`)
      return read(result.lhr, result.artifacts.Trace)
    },
    close: () => chrome.kill(),
  }
}
