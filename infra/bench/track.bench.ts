import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { buildApp } from '@tba/command-api/app.ts'
import { eventIdOf } from '@tba/command-api/tracking/track.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import type { Position } from '@tba/event-store/port.ts'
import { watchDatabases } from '@tba/runtime/disk.ts'
import { createLogger } from '@tba/runtime/http/logger.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import { picturesOnDisk } from '@tba/runtime/storage/pictures-on-disk.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { migrateVault, personKeys } from '@tba/runtime/vault/person-keys.ts'
import fastify from 'fastify'
import pg from 'pg'
import { inProductProcess } from './product-process.ts'
import { startServer } from './server.ts'
import { clicks, idsOf, type Round } from './track-ids.ts'
import { type Outcome, wrk } from './wrk.ts'

/**
 * What tracking costs: the command-api as it is, with the projector running, compared to a bare Fastify route that takes
 * the same bodies and does nothing. Rounds alternate; a bare one begins when the projector has caught up. Every 202 is
 * looked up in the log afterwards.
 * Run: `npm run bench -- track`, with wrk installed
 */
inProductProcess()
const rounds = Number(process.env.ROUNDS ?? 9)
/** Rounds of each kind that do not count: V8 takes more than ten seconds to optimise the code. */
const warmUps = 3
const load = { connections: Number(process.env.CONNECTIONS ?? 64), seconds: 3 }

await using opened = new AsyncDisposableStack()
const cluster = await startServer()
opened.defer(() => cluster.destroy())
const { connectionString } = cluster
const picturesFolder = await mkdtemp(path.join(tmpdir(), 'tba-bench-'))
opened.defer(() => rm(picturesFolder, { recursive: true }))
const pool = await createPool(connectionString)
opened.defer(() => pool.end())
await migrateVault(pool)
const store = await openEventStore({ url: connectionString })
opened.defer(() => store.close())
const client = new pg.Client({ connectionString })
await client.connect()
opened.defer(() => client.end())

const projector = new Worker(new URL('./projector.worker.ts', import.meta.url), {
  workerData: { connectionString },
})
await once(projector, 'message')
opened.defer(async () => {
  projector.postMessage('stop')
  await once(projector, 'exit')
})

const secrets = secretsFrom(newSecrets())
const logger = createLogger({ service: 'bench' })
const app = await buildApp({
  secrets,
  publicUrl: 'http://localhost',
  limitScale: 1_000_000,
  store,
  pool,
  keyring: personKeys(pool, keksOf(secrets)),
  pictures: picturesOnDisk(picturesFolder),
  disk: await watchDatabases([connectionString], logger),
  logger,
})
opened.defer(() => app.close())
const ours = await app.listen({ host: '127.0.0.1', port: 0 })

const plain = fastify()
opened.defer(() => plain.close())
for (const kind of ['interaction', 'batch']) {
  plain.post(`/api/tracking/${kind}`, async (_request, reply) => reply.code(202).send({ ok: true }))
}
const bare = await plain.listen({ host: '127.0.0.1', port: 0 })

type Kind = 'single' | 'batch'
type Sent = Round & Outcome
const measured = { single: pairs(), batch: pairs() }
let checked = 0
/** Up to where the log was searched. */
let lookedAt: Position | null = null
// One kind after the other: the vacuuming after batches would slow the single calls down.
for (const kind of ['single', 'batch'] as const) {
  for (let count = -warmUps; count < rounds; count++) {
    const pair = { bare: await round(bare, kind), ours: await round(ours, kind) }
    await caughtUp()
    await find(pair.ours)
    if (count >= 0) for (const side of ['bare', 'ours'] as const) measured[kind][side].push(pair[side])
  }
}
report()

function pairs() {
  return { bare: [] as Sent[], ours: [] as Sent[] }
}

async function round(address: string, kind: Kind): Promise<Sent> {
  const path = kind === 'single' ? 'interaction' : 'batch'
  const sent = { run: randomUUID().slice(0, 13), connections: load.connections, isBatch: kind === 'batch' }
  const outcome = await wrk(
    { script: 'track.lua', url: `${address}/api/tracking/${path}`, ...load },
    { RUN: sent.run, CONNECTIONS: `${sent.connections}`, BATCH: sent.isBatch ? 'yes' : 'no' },
  )
  return { ...sent, ...outcome }
}

/** @throws {Error} where one that was answered with 202 is not in the log */
async function find(sent: Sent): Promise<void> {
  const events = sent.calls * (sent.isBatch ? clicks : 1)
  const ids = Array.from({ length: events }, (_, click) => {
    const { sessionId, clientId } = idsOf(sent, click)
    return eventIdOf(sessionId, clientId)
  })
  const lost = new Set(ids)
  for await (const { id, position } of store.readAll(lookedAt === null ? {} : { after: lookedAt })) {
    lost.delete(id)
    lookedAt = position
  }
  if (lost.size > 0) throw new Error(`${lost.size} answered events are lost`)
  checked += ids.length
}

async function caughtUp(): Promise<void> {
  const head = await store.head()
  for (;;) {
    const { rows } = await client.query('select min(position) as position from projector.checkpoints')
    if (head === null || rows[0].position >= head) return
    await pause(50)
  }
}

function report(): void {
  const single = (side: Outcome) => side.callsPerSecond
  const events = (side: Outcome) => side.callsPerSecond * clicks
  console.log(`medians of ${rounds} rounds (least to most), ${load.connections} connections`)
  line('single, bare', measured.single.bare.map(single))
  line('single, ours', measured.single.ours.map(single), measured.single.ours)
  line('events in batches of 20, bare', measured.batch.bare.map(events))
  line('events in batches of 20, ours', measured.batch.ours.map(events), measured.batch.ours)
  const ratio = (of: number[], to: number[]) =>
    median(of.map((value, at) => value / (to[at] ?? Number.NaN))).toFixed(2)
  const bareCalls = measured.single.bare.map(single)
  console.log(`single calls: ours / bare ${ratio(measured.single.ours.map(single), bareCalls)}`)
  console.log(
    `events in batches: ours / bare single calls ${ratio(measured.batch.ours.map(events), bareCalls)}, ` +
      `ours / bare batches ${ratio(measured.batch.ours.map(events), measured.batch.bare.map(events))}, ` +
      `ours / ours single ${ratio(measured.batch.ours.map(events), measured.single.ours.map(single))}`,
  )
  console.log(`${checked} events were answered with 202, and all of them are in the log`)
}

function line(name: string, perSecond: number[], of: Outcome[] = []): void {
  const spread = `${Math.min(...perSecond).toFixed(0)} to ${Math.max(...perSecond).toFixed(0)}`
  const p99 = of.length > 0 ? `, p99 ${median(of.map(({ p99Ms }) => p99Ms)).toFixed(0)} ms` : ''
  console.log(`  ${name.padEnd(30)} ${median(perSecond).toFixed(0)}/s (${spread})${p99}`)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
