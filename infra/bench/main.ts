import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Bench, openBench } from './harness.ts'

/** Runs the named benchmark and prints its figures. Exits with 1 if a figure is outside its limits. */
const ending = '.bench.ts'
const files = readdirSync(import.meta.dirname).filter(file => file.endsWith(ending))
const options = { rounds: { type: 'string' }, visits: { type: 'string' } } as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const file = files.find(each => each === `${positionals[0]}${ending}`)
if (!file) {
  const names = files.map(each => each.slice(0, -ending.length))
  console.error(`There is a benchmark for each of ${names.join(', ')}: name one.`)
  process.exit(1)
}

const opened = new AsyncDisposableStack()
const bench = openBench({ ...values, opened })
const { measure } = (await import(`./${file}`)) as { measure(bench: Bench): Promise<void> }
try {
  await measure(bench)
} finally {
  if (!bench.print()) process.exitCode = 1
  await opened.disposeAsync()
}
// Some client leaves a connection open, which would keep the process alive.
process.exit()
