import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Appending, Appends } from './appends.client.ts'
import { at, median, rounds } from './calls.ts'
import type { Running } from './product.ts'
import type { Watched } from './watchers.client.ts'

const watchers = 20
const perSecond = 500
const seconds = 10
const reach = { p99Ms: 1_000, slower: 0.1 }
/** So long may the last event be under way before it counts as lost. */
const patienceMs = 10_000

/** The live tail under load: whether every watcher sees every event in order, how late, and what it costs appends. */
export async function measureLive(running: Running): Promise<void> {
  const tail = await watching(running)
  const paced = await appending(running, { count: perSecond * seconds, perSecond })
  const watched = await seenBy(tail, perSecond * seconds)
  tail.send('end')
  await once(tail, 'exit')
  const least = Math.min(...watched.seen)
  const isWhole = least === perSecond * seconds && Math.max(...watched.seen) === least
  const p99Ms = at(watched.delaysMs, 0.99)
  console.log(`Live tail, ${watchers} watchers, ${paced.perSecond.toFixed(0)} events/s for ${seconds} s:`)
  console.log(
    `seen by each: ${least} of ${perSecond * seconds}${isWhole ? '' : '  MISSED'}, ` +
      `${watched.isInOrder ? 'in order' : 'NOT IN ORDER  MISSED'}`,
  )
  console.log(
    `from append to watcher: p50 ${median(watched.delaysMs).toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms  ` +
      `(at most ${reach.p99Ms})${p99Ms > reach.p99Ms ? '  MISSED' : ''}`,
  )
  await measureAppends(running)
}

/**
 * How long an append takes at that rate, by turns with the watchers and without. As many as go would measure how the
 * watchers, the server and the database share the processors.
 */
async function measureAppends(running: Running): Promise<void> {
  const times = { with: [] as number[], without: [] as number[] }
  const load = { count: perSecond * 4, perSecond }
  for (let round = 0; round <= rounds; round++) {
    const alone = await appending(running, load)
    await settled(running)
    const tail = await watching(running)
    const watched = await appending(running, load)
    tail.send('end')
    await once(tail, 'exit')
    await settled(running)
    if (round === 0) continue
    times.without.push(median(alone.timesMs))
    times.with.push(median(watched.timesMs))
  }
  const [without, watched] = [median(times.without), median(times.with)]
  const slower = watched / without - 1
  console.log(
    `an append at ${perSecond}/s: p50 ${without.toFixed(2)} ms alone, ${watched.toFixed(2)} ms with ${watchers} watchers, ` +
      `${(slower * 100).toFixed(0)} % slower  (at most ${reach.slower * 100})${slower > reach.slower ? '  MISSED' : ''}`,
  )
}

/** Until the read side holds what was appended: projecting it would count for the next turn. */
async function settled({ query }: Running): Promise<void> {
  for (;;) {
    const [behind] = await query<{ count: number }>(`
      select count(*)::int as count from projector.checkpoints
      where updated_at > clock_timestamp() - interval '700 ms'`)
    if (behind?.count === 0) return
    await pause(100)
  }
}

async function watching({ address, token }: Running): Promise<ChildProcess> {
  const page = await fetch(`${address}/api/admin/events?limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { head } = (await page.json()) as { head: string }
  const told = JSON.stringify({ url: `${address}/api/admin/events/live?after=${head}`, token, watchers })
  const tail = fork(new URL('./watchers.client.ts', import.meta.url), [told], { execArgv: [] })
  const ended = once(tail, 'exit').then(() => {
    throw new Error('the watchers ended')
  })
  await Promise.race([once(tail, 'message'), ended])
  ended.catch(() => {})
  return tail
}

async function appending({ url }: Running, told: Omit<Appending, 'url'>): Promise<Appends> {
  const client = fork(new URL('./appends.client.ts', import.meta.url), [JSON.stringify({ ...told, url })], {
    execArgv: [],
  })
  const [appends] = (await once(client, 'message')) as [Appends]
  await once(client, 'exit')
  return appends
}

async function seenBy(tail: ChildProcess, count: number): Promise<Watched> {
  const untilMs = performance.now() + patienceMs
  for (;;) {
    tail.send('report')
    const [watched] = (await once(tail, 'message')) as [Watched]
    if (Math.min(...watched.seen) >= count || performance.now() > untilMs) return watched
    await pause(100)
  }
}
