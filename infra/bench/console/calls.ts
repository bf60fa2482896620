import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Running } from './product.ts'

/** Addresses of one kind, which are called by turns with those of the others, and the times of all rounds. */
export type Kind = { name: string; paths: readonly string[]; reachMs: number | null; times: number[] }

export const rounds = 5

/** Calls what every kind has, round by round. The first round is not counted: it fills the caches. */
export async function measure(running: Running, kinds: readonly Kind[]): Promise<void> {
  for (let round = 0; round <= rounds; round++) {
    const taken = await call(
      running,
      kinds.flatMap(({ paths }) => paths),
    )
    for (const { paths, times } of kinds) {
      const its = taken.splice(0, paths.length)
      if (round > 0) times.push(...its)
    }
  }
}

/** One call after the other, from another process. @returns how long each took */
async function call({ address, token }: Running, paths: readonly string[]): Promise<number[]> {
  const told = JSON.stringify({ token, urls: paths.map(path => address + path) })
  const client = fork(new URL('./calls.client.ts', import.meta.url), [told], { execArgv: [] })
  const ended = once(client, 'exit').then(([code, signal]) => {
    if (code !== 0) throw new Error(`the calls were broken off: ${code ?? signal}`)
  })
  const [times] = (await Promise.race([once(client, 'message'), ended.then(() => [[]])])) as [number[]]
  await ended
  return times
}

export function median(values: readonly number[]): number {
  return at(values, 0.5)
}

export function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
}

export function line({ name, times, reachMs }: Kind): string {
  const [p50, p95] = [median(times), at(times, 0.95)]
  const reach = reachMs === null ? '' : `  (at most ${reachMs})${p50 > reachMs ? '  MISSED' : ''}`
  return `${name.padEnd(46)} p50 ${p50.toFixed(1).padStart(7)} ms   p95 ${p95.toFixed(1).padStart(7)} ms${reach}`
}
