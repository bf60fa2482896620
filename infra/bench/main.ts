import { readdirSync } from 'node:fs'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { parseOptions, runCommand } from '../start/local/command.ts'
import { type Bench, openBench } from './harness.ts'

/** Runs the named benchmark and prints its figures. Exits with 1 if a figure is outside its limits. */
const ending = '.bench.ts'
const files = readdirSync(import.meta.dirname).filter(file => file.endsWith(ending))
const names = files.map(each => each.slice(0, -ending.length))
const options = {
  rounds: { type: 'string' },
  visits: { type: 'string' },
  times: { type: 'string' },
  smallest: { type: 'boolean' },
} as const
const usage = `npm run bench -- ${names.join(' | ')} [--rounds <n>] [--visits <n>] [--times <n>] [--smallest]

  --times     the analysts' copy holds the log this many times, for questions and lake
  --smallest  one short round without limits: only shows that the benchmark works`

await runCommand(async opened => {
  const { values, positionals } = parseOptions({ options, allowPositionals: true }, usage)
  const file = files.find(each => each === `${positionals[0]}${ending}`)
  if (!file) throw new StartRefusal(usage)
  const bench = openBench(values, opened)
  const { measure } = (await import(`./${file}`)) as { measure(bench: Bench): Promise<void> }
  try {
    await measure(bench)
  } finally {
    if (!bench.print()) process.exitCode = 1
  }
})
// Some client leaves a connection open, which would keep the process alive.
process.exit()
