import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'

/** `patienceSeconds`: how long the last calls may take, 1 unless said otherwise. */
export type Load = { url: string; connections: number; seconds: number; patienceSeconds?: number }
export type Outcome = { callsPerSecond: number; p99Ms: number; calls: number }
/** A busy machine answers so few connections in that time, too. */
export const leastLoad = { connections: 4, seconds: 1, patienceSeconds: 9 }
type Reported = { sent: number; answered: number; failures: number; p99Ms: number }

const run = promisify(execFile)

/**
 * Puts a server under load from another process, as in `load.lua`. On two cores the client takes time from the server:
 * wrk needs 15 µs per call, JavaScript clients 40 to 75. They would be slower than a bare route, so every comparison
 * with it would look too good.
 * @throws {Error} a call was refused or got no answer
 */
export async function wrk(
  { url, connections, seconds, patienceSeconds = 1 }: Load,
  env: Record<string, string>,
): Promise<Outcome> {
  const script = `${import.meta.dirname}/load.lua`
  const time = ['-d', `${seconds + patienceSeconds}s`, '--timeout', `${1 + patienceSeconds}s`]
  const args = ['-t', '1', '-c', `${connections}`, ...time, '-s', script, url]
  const { stdout } = await run('wrk', args, {
    env: { ...process.env, CONNECTIONS: `${connections}`, SECONDS: `${seconds}`, ...env },
  })
  const { sent, answered, failures, p99Ms }: Reported = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  if (failures > 0 || answered < sent)
    throw new Error(`of ${sent} calls ${answered} were answered, ${failures} failed`)
  return { calls: answered, callsPerSecond: answered / seconds, p99Ms }
}

/** For the start of a benchmark: some take minutes before the first load. @throws {StartRefusal} */
export async function needWrk(): Promise<void> {
  const { code } = await run('wrk', ['-v']).catch(error => error)
  if (code === 'ENOENT')
    throw new StartRefusal('This benchmark needs wrk, a load generator: apt-get install wrk.')
}

export const clicksOfBatch = 20

/** Visits that click, with one click per call or all of a visit in one. */
export function wrkClicks(load: Load, kind: 'interaction' | 'batch'): Promise<Outcome> {
  return wrk(
    { ...load, url: `${load.url}/api/tracking/${kind}` },
    { RUN: crypto.randomUUID().slice(0, 13), BATCH: kind === 'batch' ? 'yes' : 'no' },
  )
}
