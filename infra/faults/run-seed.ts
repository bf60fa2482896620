import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { check, type Finding } from './check/check.ts'
import { mendedWithinMs, type SaidLoss } from './check/evidence.ts'
import { saidLosses, signedIn } from './check/gather-copies.ts'
import { busyPerCore } from './check/recovery.ts'
import type { PlannedFault } from './faults/fault.ts'
import { startMixedLoad } from './load/mixed-load.ts'
import { arrangementOf, kindOf, planOf } from './plan.ts'
import { type FaultyWorld, startWorld } from './world/start.ts'
import type { Arrangement, HappenedFault } from './world/world.ts'

export type SeedOptions = {
  seed: number
  minutes: number
  /** These kinds, or this many that are drawn. */
  faults: readonly string[] | number
  without: readonly string[]
  /** Holds a folder for each seed. That of a seed which found nothing is removed. */
  folder: string
  planted?: string
  signal: AbortSignal
}
export type SeedResult = {
  seed: number
  plan: readonly PlannedFault[]
  arrangement: Arrangement
  findings: readonly Finding[]
  /** The machine kept no limits of time. */
  isBusy: boolean
}

/** An operator reads what a refusal says after this time. */
const readingMs = 10_000
/** A new generation makes all tables, which takes minutes on a busy machine. */
const rebuiltWithinMs = 240_000
/** The load goes on for this long after everything has to be well again. */
const afterwardsMs = 10_000

/** Runs one plan against a product of its own, and looks at everything afterwards. */
export async function runSeed(options: SeedOptions): Promise<SeedResult> {
  const { seed, minutes, signal, planted } = options
  const plan = planOf(options)
  const arrangement = arrangementOf(seed, plan)
  const folder = path.join(options.folder, `seed-${seed}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const findings: Finding[] = []
  let isBusy = false
  {
    await using world = await startWorld({ folder, arrangement, ...(planted && { planted }) })
    const headers = await signedIn(world)
    const load = await startMixedLoad({ world, seed, signal })
    const startMs = performance.now()
    const faults = await Promise.all(plan.map(fault => happen(world, fault, { startMs, signal })))
    const { faults: ofOperator, losses } = await recover({ world, headers, signal })
    const all = [...faults, ...ofOperator]
    const lastMs = Math.max(...all.map(({ toMs }) => toMs)) + mendedWithinMs
    const endMs = Math.max(startMs + minutes * 60_000, lastMs + afterwardsMs)
    await pause(Math.max(0, endMs - performance.now()), undefined, { signal })
    const history = await load.stop()
    isBusy = history.loadPerCore > busyPerCore
    world.inside.processes.say('the load is over')
    findings.push(...world.inside.failures.map(failure => ({ check: 'fault', text: failure })))
    findings.push(...(await check({ history, world, faults: all, losses })))
    world.inside.processes.say(`the checker has found ${findings.length}`)
    if (findings.length > 0)
      writeFileSync(
        path.join(folder, 'found.json'),
        JSON.stringify({ plan, all, findings, history }, null, 1),
      )
  }
  if (findings.length === 0) rmSync(folder, { recursive: true })
  return { seed, plan, arrangement, findings, isBusy }
}

type When = { startMs: number; signal: AbortSignal }

async function happen(world: FaultyWorld, fault: PlannedFault, when: When): Promise<HappenedFault> {
  const { kind, target, atMs } = fault
  await pause(Math.max(0, when.startMs + atMs - performance.now()), undefined, { signal: when.signal })
  const fromMs = performance.now()
  world.inside.processes.say(`${kind} of ${target} begins`)
  const failed = await kindOf(kind)
    .happen(world.inside, fault)
    .catch((error: Error) => error)
  world.inside.processes.say(`${kind} of ${target} is over${failed ? `: ${failed.message}` : ''}`)
  if (failed) world.inside.failures.push(`${kind} of ${target}: ${failed.message}`)
  return { kind, target, fromMs, toMs: performance.now() }
}

type Recovered = { faults: HappenedFault[]; losses: SaidLoss[] }
type Recovering = { world: FaultyWorld; headers: Record<string, string>; signal: AbortSignal }

/** Waits until it is well again. Does what an operator does who reads that the log has lost events. */
async function recover({ world, headers, signal }: Recovering): Promise<Recovered> {
  const lost = /has lost (?:at least )?\d+ of its newest events/
  const fromMs = performance.now()
  if (await isWell(world, readingMs, signal)) return { faults: [], losses: [] }
  const isRefused = world.lossesPossible() && lost.test(world.output())
  const losses = isRefused ? await saidLosses(world, { isRefused, headers }) : []
  if (isRefused) await world.inside.newGeneration()
  await isWell(world, isRefused ? rebuiltWithinMs : mendedWithinMs, signal)
  const generation = { kind: 'new-generation', target: 'log', fromMs, toMs: performance.now() }
  return { faults: isRefused ? [generation] : [], losses }
}

async function isWell(world: FaultyWorld, withinMs: number, signal: AbortSignal): Promise<boolean> {
  const limitMs = performance.now() + withinMs
  while (performance.now() < limitMs) {
    if ((await world.readyz()).every(({ status }) => status === 200)) return true
    await pause(500, undefined, { signal })
  }
  return false
}
