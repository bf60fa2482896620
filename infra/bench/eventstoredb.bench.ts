import { setTimeout as pause } from 'node:timers/promises'
import { bareClient } from '@tba/event-store/eventstoredb/testing/bare-client.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import type { EventStore, NewEvent, Position } from '@tba/event-store/port.ts'
import { perSecond, someEvent } from './appends.ts'

const rounds = 7
const wanted = 0.9
const steadyFor = 10_000

const url = process.env.EVENTSTORE_URL
if (!url) throw new Error('EVENTSTORE_URL has to name an EventStoreDB to measure on, which is filled')
const store = await openEventStore({ url })
const other = await openEventStore({ url })
const bare = bareClient(url)
try {
  const ours = (event: NewEvent) => store.append(`bench-${event.id}`, [event], 'no_stream')
  const theirs = (event: NewEvent) => bare.append(`bench-${event.id}`, event)
  await inTurns(
    'appends/s, 64 callers',
    () => perSecond(ours),
    () => perSecond(theirs),
  )
  await inTurns(
    'events/s, readAll',
    () => readASecond(readAll),
    () => readASecond(bare.readAll),
  )
  await steadily()
} finally {
  await Promise.all([store.close(), other.close()])
}
// The bare client leaves its channel open, and with it the process.
process.exit()

async function inTurns(what: string, ours: () => Promise<number>, theirs: () => Promise<number>) {
  await ours()
  await theirs()
  const speeds = { adapter: [] as number[], bare: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const turns = [
      async () => speeds.adapter.push(await ours()),
      async () => speeds.bare.push(await theirs()),
    ]
    for (const turn of round % 2 ? turns.reverse() : turns) await turn()
  }
  // Of neighbours, since a busy machine changes its mind from one round to the next.
  const ratio = median(speeds.adapter.map((speed, round) => speed / (speeds.bare[round] as number)))
  console.log(`${what}, medians of ${rounds} rounds by turns`)
  console.log(`  adapter      ${median(speeds.adapter).toFixed(0)}   (${spread(speeds.adapter)})`)
  console.log(`  bare client  ${median(speeds.bare).toFixed(0)}   (${spread(speeds.bare)})`)
  console.log(`  ratio        ${ratio.toFixed(2)}`)
  if (ratio < wanted) process.exitCode = 1
}

async function readAll(): Promise<{ events: number; bytes: number }> {
  const read = { events: 0, bytes: 0 }
  for await (const { data } of store.readAll()) {
    read.events++
    read.bytes += String(data.text).length
  }
  return read
}

async function readASecond(read: () => Promise<{ events: number; bytes: number }>): Promise<number> {
  const start = performance.now()
  const { events } = await read()
  return (events * 1000) / (performance.now() - start)
}

/** The writer is another store, as of another process. */
async function steadily(): Promise<void> {
  const appended: { position: Position; atMs: number }[] = []
  const stop = new AbortController()
  const after = (await store.head()) as Position
  const cpu = process.cpuUsage()
  const seen = heard(store, { after, types: ['InteractionTracked'] }, stop.signal)
  const told = heard(store, { after, types: ['NothingIsOfThisType'] }, stop.signal)
  const startMs = performance.now()
  const writing: Promise<unknown>[] = []
  for (let sent = 0; performance.now() - startMs < steadyFor; ) {
    for (; sent < performance.now() - startMs; sent++) {
      const event = someEvent()
      const writes = other.append(`bench-${event.id}`, [event], 'no_stream')
      writing.push(writes.then(({ position }) => appended.push({ position, atMs: performance.now() })))
    }
    await pause(1)
  }
  await Promise.all(writing)
  await pause(500)
  stop.abort()
  const { user, system } = process.cpuUsage(cpu)
  console.log(`at ${((appended.length * 1000) / steadyFor).toFixed(0)} appends/s, ms from the answer until`)
  console.log(`  a follower has the event           ${delays(appended, await seen)}`)
  console.log(`  one of other types has caught up   ${delays(appended, await told)}`)
  console.log(`  this process used ${((user + system) / steadyFor / 10).toFixed(0)} % of a core`)
}

type Heard = { position: Position; atMs: number }

async function heard(from: EventStore, options: { after: Position; types: string[] }, signal: AbortSignal) {
  const all: Heard[] = []
  for await (const batch of from.follow({ ...options, signal })) {
    const position = 'caughtUp' in batch ? batch.caughtUp : batch.at(-1)?.position
    if (position) all.push({ position, atMs: performance.now() })
  }
  return all
}

/** How long after each append the first word came that covers it. */
function delays(appended: readonly Heard[], all: readonly Heard[]): string {
  let next = 0
  const sorted = appended.toSorted((a, b) => (a.position < b.position ? -1 : 1))
  const waited = sorted.flatMap(({ position, atMs }) => {
    while (next < all.length && (all[next] as Heard).position < position) next++
    const found = all[next]
    return found ? [Math.max(0, found.atMs - atMs)] : []
  })
  if (waited.length < appended.length)
    throw new Error(`${appended.length - waited.length} were never heard of`)
  const ordered = waited.toSorted((a, b) => a - b)
  const at = (share: number) => (ordered[Math.floor((ordered.length - 1) * share)] as number).toFixed(1)
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)}`
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function spread(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}`
}
