/**
 * The public pages against their budget: what they weigh, and what Lighthouse says of them on a phone with a slow
 * processor and network and at a desk. Medians of 5 loads of the pages that have a budget of their own: the landing
 * page, and those on which somebody becomes a customer. One load of each other page.
 * Ends with 1 where the budget is missed.
 *
 *     npm run bench -- pages
 *
 * ROUNDS: how many loads of such a page. Times want a machine that does nothing else; `alone` leaves that out.
 */
import { startProduct } from '../tests/journeys/product.ts'
import { budget, budgetOf, type Weights, weigh } from '../tests/pages/budget.ts'
import { type Device, type Load, openLighthouse } from './lighthouse.ts'

const rounds = Number(process.env.ROUNDS ?? 5)
const measured = ['/', '/auth', '/questionnaire']
const others = ['/strategies', '/press-kit', '/privacy']
const fileOf = (path: string) => path.slice(1) || 'index'
const files = [...measured, ...others, '/termini', '/cookie', '/404'].map(fileOf)

type Figure = Exclude<keyof Load, 'failed'>
type Bound = { least?: number; most?: number }
const everywhere: Partial<Record<Figure, Bound>> = { accessibility: { least: 100 }, shift: { most: 0.01 } }
const bounds: Record<Device, Partial<Record<Figure, Bound>>> = {
  phone: {
    ...everywhere,
    performance: { least: 98 },
    largestPaintMs: { most: 1500 },
    blockedMs: { most: 100 },
  },
  desk: { ...everywhere, performance: { least: 100 } },
}

const missed: string[] = []
const within = (value: number, { least = -Infinity, most = Infinity }: Bound) =>
  value >= least && value <= most

const weightRow = (name: string, values: number[]) =>
  console.log(name.padEnd(16), ...values.map(value => value.toFixed(1).padStart(7)))

async function printWeights() {
  console.log('KB (Brotli)         html      js     css   fonts tracker')
  weightRow('budget of /', Object.values(budget))
  weightRow('budget of auth', Object.values(budgetOf('auth.html')))
  for (const file of files) {
    const weights = Object.entries(await weigh(`${file}.html`)).map(([part, bytes]) => [part, bytes / 1000])
    weightRow(
      file,
      weights.map(([, weight]) => Number(weight)),
    )
    if (!measured.map(fileOf).includes(file)) continue
    for (const [part, weight] of weights) {
      const most = budgetOf(`${file}.html`)[part as keyof Weights]
      if (!within(Number(weight), { most })) missed.push(`${file}: ${part} ${weight} KB, at most ${most}`)
    }
  }
}

const columns: Record<Figure, [name: string, digits: number]> = {
  performance: ['perf', 0],
  accessibility: ['a11y', 0],
  bestPractices: ['best', 0],
  seo: ['seo', 0],
  firstPaintMs: ['FCP ms', 0],
  largestPaintMs: ['LCP ms', 0],
  blockedMs: ['TBT ms', 0],
  blockedAloneMs: ['alone', 0],
  shift: ['CLS', 4],
  benchmarkIndex: ['machine', 0],
}
const figures = Object.keys(columns) as Figure[]

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

function printLoads(name: string, loads: Load[], wanted: Partial<Record<Figure, Bound>>) {
  const values = figures.map(figure => [figure, median(loads.map(load => load[figure]))] as const)
  const cells = values.map(([figure, value]) => value.toFixed(columns[figure][1]).padStart(7))
  const failed = [...new Set(loads.flatMap(load => load.failed))]
  console.log(name.padEnd(24), ...cells, '', failed.join(', '))
  for (const [figure, value] of values) {
    const { least, most } = wanted[figure] ?? {}
    if (within(value, wanted[figure] ?? {})) continue
    const bound = least === undefined ? `at most ${most}` : `at least ${least}`
    missed.push(`${name}: ${columns[figure][0]} ${value.toFixed(columns[figure][1])}, ${bound}`)
  }
}

await printWeights()
const lighthouse = await openLighthouse()
const product = await startProduct()
try {
  console.log(
    `\n${'Lighthouse'.padEnd(24)}`,
    ...figures.map(figure => columns[figure][0].padStart(7)),
    ' failed',
  )
  for (const device of ['phone', 'desk'] as const) {
    for (const path of measured) {
      const loads: Load[] = []
      for (let round = 0; round < rounds; round++)
        loads.push(await lighthouse.measure(product.url + path, device))
      printLoads(`${path} ${device}, of ${rounds}`, loads, bounds[device])
    }
    for (const path of others) {
      const load = await lighthouse.measure(product.url + path, device)
      printLoads(`${path} ${device}`, [load], everywhere)
    }
  }
} finally {
  lighthouse.close()
  await product.stop()
}
console.log(missed.length ? `\nMissed:\n${missed.join('\n')}` : '\nWithin the budget.')
process.exitCode = missed.length ? 1 : 0
