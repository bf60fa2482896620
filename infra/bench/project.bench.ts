import { openEventStore } from '@tba/event-store/open.ts'
import type { Position } from '@tba/event-store/port.ts'
import type { Projection } from '@tba/projector/engine/projection.ts'
import { groups } from '@tba/projector/projections.ts'
import { run } from '@tba/projector/run.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { migrateVault, personKeys } from '@tba/runtime/vault/person-keys.ts'
import pg from 'pg'
import { emmett } from './project/emmett.ts'
import { customersDay, fill, visit } from './project/fill.ts'
import { fold, type Round, roomOf } from './project/fold.ts'
import { untilVisible } from './project/visible.ts'
import { startServer } from './server.ts'

/**
 * How fast the projector fills its tables: each group by itself, from a log of its own events, and emmett's projection in
 * the same run; rounds alternate. How long its transactions are open, which must stay below 100 ms. And how much room an
 * event takes in the tables of what was tracked.
 * Run: `npm run bench -- project`, or with the names of the groups: facts, tracking, visible
 */
const rounds = Number(process.env.ROUNDS ?? 5)
const customers = Number(process.env.CUSTOMERS ?? 5_000)
const visits = Number(process.env.VISITS ?? 4_000)
/** It is so slow that it gets fewer. */
const visitsOfPeer = 250
const wanted = process.argv.slice(2)

await using opened = new AsyncDisposableStack()
const cluster = await startServer()
opened.defer(() => cluster.destroy())
const { connectionString } = cluster
const pool = await createPool(connectionString)
opened.defer(() => pool.end())
await migrateVault(pool)
const store = await openEventStore({ url: connectionString })
opened.defer(() => store.close())
const log = eventLog(store, personKeys(pool, keksOf({ kek: Buffer.alloc(32, 7) })))
const client = new pg.Client({ connectionString })
client.on('error', () => {})
await client.connect()
opened.defer(() => client.end())
// Brings the projector's own tables.
const logger = { info() {}, error: console.error }
const projector = await run({ log, store, pool, connectionString, logger })
await projector.ready
await projector.stop()

const peer = await emmett(await database('peer'), visitsOfPeer)
const dayEnd = await fill(customers, number => customersDay(log, number))
const end = await fill(visits, number => visit(log, number))

type Case = { name: string; projections: readonly Projection[]; goal: Position; rounds: Round[] }
const cases: Case[] = [
  { name: 'facts', projections: groups.facts, goal: dayEnd, rounds: [] },
  { name: 'tracking', projections: groups.tracking, goal: end, rounds: [] },
]
const chosen = cases.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const rates: number[] = []
const folding = { log, pool, client, connectionString }
for (const { projections, goal } of chosen) await fold(folding, projections, goal)
await peer.round()
for (let count = 1; count <= rounds; count++) {
  for (const { projections, goal, rounds } of chosen) rounds.push(await fold(folding, projections, goal))
  rates.push(await peer.round())
}
report()
if (chosen.some(({ name }) => name === 'tracking')) await room()
if (wanted.length === 0 || wanted.includes('visible')) await visible()

async function database(name: string): Promise<string> {
  await client.query(`create database ${name}`)
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}

function report(): void {
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const peers = median(rates)
  for (const { name, rounds } of chosen) {
    const rates = rounds.map(({ eventsPerSecond }) => eventsPerSecond)
    const openMs = rounds.flatMap(({ batches }) => batches.map(({ transactionMs }) => transactionMs))
    openMs.sort((a, b) => a - b)
    const at = (share: number) => (openMs[Math.floor((openMs.length - 1) * share)] ?? 0).toFixed(1)
    console.log(
      `${name.padEnd(9)} ${median(rates)} events/s (${rates.join(', ')}), ${(median(rates) / peers).toFixed(1)} times emmett, ` +
        `transactions open p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)} ms`,
    )
  }
  console.log(`emmett    ${peers} events/s (${rates.join(', ')})`)
}

async function visible(): Promise<void> {
  for (let count = 1; count <= rounds; count++) {
    const tookMs = await untilVisible({ log, connectionString, eventsPerSecond: 2_000, seconds: 15 })
    const at = (share: number) => (tookMs[Math.floor((tookMs.length - 1) * share)] ?? 0).toFixed(1)
    console.log(
      `visible   ${tookMs.length} appends of 16 at 2,000 events/s: p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)} ms`,
    )
  }
}

async function room(): Promise<void> {
  for (const { table, bytes } of await roomOf(client, 'tracking'))
    console.log(`${table}: ${(bytes / (visits * 16)).toFixed(0)} bytes per tracked event, indexes included`)
}
