import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Appends } from '../console/appends.client.ts'
import { median } from '../console/calls.ts'
import type { Running } from '../console/product.ts'

const rounds = 5
const count = 4_000
const mostSlowerPercent = 10

/**
 * What keeping the columns up to date costs whoever writes: rounds with the thread that keeps them, which is asked once so
 * that it reads on, alternate with rounds without it. The projector writes the history in both.
 */
export async function measureWrites(
  running: Running,
  keep: { start(): Promise<void>; stop(): Promise<void> },
) {
  const [kept, without]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    await keep.stop()
    const plain = await appended(running)
    await keep.start()
    const followed = await appended(running)
    // The first round fills the caches.
    if (round > 0) {
      without.push(plain)
      kept.push(followed)
    }
  }
  const slower = (1 - median(kept) / median(without)) * 100
  const missed = slower > mostSlowerPercent ? '  MISSED' : ''
  console.log(`Appends a second of ${count} at once, medians of ${rounds} rounds by turns:`)
  console.log(`without the columns ${median(without).toFixed(0)}, with them ${median(kept).toFixed(0)}`)
  console.log(`slower by ${slower.toFixed(1)} %  (at most ${mostSlowerPercent})${missed}`)
}

async function appended({ url }: Running): Promise<number> {
  const client = fork(
    new URL('../console/appends.client.ts', import.meta.url),
    [JSON.stringify({ url, count, perSecond: 1_000_000 })],
    { execArgv: [] },
  )
  const ended = once(client, 'exit')
  const [{ perSecond }] = (await once(client, 'message')) as [Appends]
  await ended
  return perSecond
}
