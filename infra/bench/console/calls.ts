import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Running } from './product.ts'

/** Addresses of one kind, which are called by turns with those of the others, and the times of all rounds. */
export type Kind = { name: string; paths: readonly string[]; reachMs: number | null; times: number[] }

export const rounds = 5

/** Calls what every kind has, round by round. The first round is not counted: it fills the caches. */
export async function measure({ address, token }: Running, kinds: readonly Kind[]): Promise<void> {
  for (let round = 0; round <= rounds; round++) {
    for (const { paths, times } of kinds) {
      const told = JSON.stringify({ token, urls: paths.map(path => address + path) })
      const client = fork(new URL('./calls.client.ts', import.meta.url), [told])
      const ended = once(client, 'exit').then(([code, signal]) => {
        if (code !== 0) throw new Error(`the calls of ${paths[0]} ended with ${code ?? signal}`)
      })
      const [taken] = (await Promise.race([once(client, 'message'), ended.then(() => [[]])])) as [number[]]
      await ended
      if (round > 0) times.push(...taken)
    }
  }
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
