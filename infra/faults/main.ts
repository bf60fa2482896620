import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { parseOptions, runCommand } from '../start/local/command.ts'
import { readEnvironment } from '../start/local/environment.ts'
import { announce } from '../start/local/progress.ts'
import { refuseNoCaddy } from '../start/services/gateway.ts'
import { kinds } from './faults/kinds.ts'
import { arrangementOf, kindOf, planOf } from './plan.ts'
import { bugs } from './planted/bugs.ts'
import { runSeed, type SeedOptions, type SeedResult } from './run-seed.ts'
import { unmountLeftovers } from './world/machine.ts'

/** Runs the product under a load, lets go wrong what the seed draws, and prints what was wrong afterwards. */

const usage = `npm run faults -- --seed <n> [--minutes <m>] [--fault <kind>]… [--draw <k>] [--seeds <k>] [--resume]

  --seed     the same seed gives the same plan; 1 by default
  --minutes  how long the load runs; 2 by default, 0.7 with a planted bug
  --fault    with a target (swallow:redis) or without; one of: ${Object.keys(kinds).join(', ')}
  --draw     so many kinds are drawn where none is named; 2 by default
  --seeds    this and the following seeds
  --planted  a bug in each service, which has to be found: ${Object.keys(bugs).join(', ')}
  --resume   without the seeds that are in the table already`

const text = { type: 'string' } as const
const options = {
  seed: text,
  minutes: text,
  draw: text,
  seeds: text,
  planted: text,
  fault: { ...text, multiple: true } as const,
  resume: { type: 'boolean' } as const,
} as const

function positive(value: string | undefined, otherwise: number): number {
  const read = Number(value ?? otherwise)
  if (!(read > 0)) throw new StartRefusal(usage)
  return read
}

const describe = ({ kind, target, atMs, forMs }: SeedResult['plan'][number]) =>
  `${kind} ${target} at ${Math.round(atMs / 1_000)} s${forMs > 0 ? ` for ${Math.round(forMs / 1_000)} s` : ''}`

const arranged = ({ isApart, usesRedis, usesS3 }: SeedResult['arrangement']) =>
  [isApart ? 'log apart' : 'together', usesRedis && 'Redis', usesS3 && 'S3'].filter(Boolean).join(', ')

function rowOf({ seed, plan, arrangement, findings, isBusy }: SeedResult): string {
  const names = [...new Set(findings.map(finding => finding.check))]
  return `| ${seed} | ${arranged(arrangement)} | ${plan.map(describe).join('; ')} | ${names.join(', ') || 'nothing'}${isBusy ? ' (busy machine)' : ''} |\n`
}

await runCommand(async (_opened, signal) => {
  const { values } = parseOptions({ options }, usage)
  refuseNoCaddy()
  const { planted } = values
  const bug = planted === undefined ? null : bugs[planted]
  if (bug === undefined) throw new StartRefusal(usage)
  // A bug alone, unless only a fault shows it.
  const ofBug = bug && (bug.fault ? [bug.fault] : [])
  const faults = values.fault ?? ofBug ?? positive(values.draw, 2)
  for (const kind of typeof faults === 'number' ? [] : faults) {
    const missing = kindOf(kind).missing?.()
    if (missing) throw new StartRefusal(`${kind}: ${missing}.`)
  }
  const without = Object.keys(kinds).filter(kind => {
    const missing = kindOf(kind).missing?.()
    if (missing) announce(`NO ${kind.toUpperCase()} HERE: ${missing}. It is SKIPPED, and another is drawn.`)
    return missing
  })
  unmountLeftovers()
  const folder = path.join(readEnvironment(process.env).dataDir, 'faults')
  mkdirSync(folder, { recursive: true })
  const table = path.join(folder, 'results.md')
  if (!existsSync(table) || !values.resume)
    appendFileSync(table, '| seed | world | faults | found |\n|---|---|---|---|\n')
  const isDone = (seed: number) => values.resume && readFileSync(table, 'utf8').includes(`\n| ${seed} |`)
  const minutes = positive(values.minutes, bug ? 0.7 : 2)
  const first = positive(values.seed, 1)
  for (let seed = first; seed < first + positive(values.seeds, 1); seed++) {
    if (isDone(seed)) continue
    const given: SeedOptions = { seed, minutes, faults, without, folder, signal, ...(planted && { planted }) }
    const result = await runSeed(given).catch((error: Error) => {
      signal.throwIfAborted()
      const findings = [{ check: 'run', text: error.stack ?? error.message }]
      const plan = planOf(given)
      return { seed, plan, arrangement: arrangementOf(seed, plan), findings, isBusy: false }
    })
    appendFileSync(table, rowOf(result))
    announce(rowOf(result).trim())
    if (result.findings.length === 0) continue
    process.exitCode = 1
    for (const { check, text } of result.findings) announce(`  ${check}: ${text}`)
    const same = typeof faults === 'number' ? [`--draw ${faults}`] : faults.map(kind => `--fault '${kind}'`)
    announce(`Its data are in ${path.join(folder, `seed-${seed}`)}. The same plan again:`)
    if (planted) same.push(`--planted ${planted}`)
    announce(`  npm run faults -- --seed ${seed} --minutes ${minutes} ${same.join(' ')}`)
  }
  announce(readFileSync(table, 'utf8'))
})
// A connection of a fault may still be open.
process.exit()
