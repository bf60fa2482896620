import { randomUUID } from 'node:crypto'
import { openEventStore } from '@tba/event-store/open.ts'
import type { Position } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { type Member, member } from '@tba/projector/engine/batch.ts'
import { readCatalogue } from '@tba/projector/engine/catalogue.ts'
import { claimCheckpoints } from '@tba/projector/engine/checkpoints.ts'
import { follow, type Written } from '@tba/projector/engine/follow.ts'
import { type PaceOptions, usualPace } from '@tba/projector/engine/pace.ts'
import { origin } from '@tba/projector/engine/projection.ts'
import { createVersion } from '@tba/projector/engine/version.ts'
import { projections } from '@tba/projector/projections.ts'
import { run } from '@tba/projector/run.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { migrateVault, personKeys } from '@tba/runtime/vault/person-keys.ts'
import pg from 'pg'
import { startServer } from './server.ts'

/**
 * How fast the projector fills its tables, in batches and with one transaction per event: same log, same tables, same
 * engine; rounds alternate. And how long its transactions are open, which must stay below 100 ms.
 * Run: `npm run bench -- project`
 */
const customers = 1_000
const rounds = 5
/** One by one is so slow that it gets a part of the log only. */
const customersOneByOne = 40
const oneByOne: PaceOptions = { start: 1, least: 1, most: 1, targetMs: 40 }

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
const projector = await run({
  log,
  store,
  pool,
  connectionString,
  logger: { info() {}, error: console.error },
})
await projector.ready
await projector.stop()

const partly = await fill(customersOneByOne)
const wholly = await fill(customers - customersOneByOne)

type Round = { eventsPerSecond: number; batches: Written[] }
const measured = { batches: [] as Round[], oneByOne: [] as Round[] }
await round(usualPace, wholly)
await round(oneByOne, partly)
for (let count = 1; count <= rounds; count++) {
  measured.batches.push(await round(usualPace, wholly))
  measured.oneByOne.push(await round(oneByOne, partly))
}
report()

/** A customer's first day: eight events in three streams. @returns where the log ends then */
async function fill(count: number): Promise<Position> {
  const context = { actor: 'bench', correlationId: randomUUID(), causationId: randomUUID() }
  const options = { expected: 'no_stream', context } as const
  const expiresAt = '2099-01-01T00:00:00.000Z'
  const ends = await Promise.all(
    Array.from({ length: count }, async (_, userId) => {
      const accountId = randomUUID()
      const id = { userId: userId + 1 }
      const person = {
        email: `c${userId}@example.com`,
        firstName: 'Ada',
        lastName: 'Byron',
        passwordHash: 'hash',
      }
      await log.append(
        streams.account(accountId),
        [{ type: 'AccountRegistered', data: { ...id, ...person } }],
        options,
      )
      const session = { ...id, accountId, expiresAt, device: 'bench', address: '192.0.2.0' }
      await log.append(streams.session(randomUUID()), [{ type: 'SessionOpened', data: session }], options)
      const bot = { botType: 'scalping', strategyName: 'Scalping Bot', allocatedEuro: 500 } as const
      return log.append(
        streams.setup(accountId),
        [
          { type: 'PlanActivated', data: { ...id, plan: 'starter', depositEuro: 500 } },
          { type: 'SetupStepCompleted', data: { step: 'broker-account' } },
          { type: 'LicenceIssued', data: { licenceKey: 'TBA-1' } },
          { type: 'SetupStepCompleted', data: { step: 'mt4' } },
          { type: 'SetupStepCompleted', data: { step: 'copy-trading' } },
          { type: 'BotActivated', data: { ...id, botId: randomUUID(), ...bot } },
        ],
        options,
      )
    }),
  )
  return ends.map(({ position }) => position).reduce((a, b) => (a > b ? a : b))
}

/** Folds the log into empty tables, from its beginning to `goal`. */
async function round(pace: PaceOptions, goal: Position): Promise<Round> {
  const members: Member[] = []
  for (const projection of projections) {
    const schema = `bench_${projection.name}`
    await createVersion(client, projection, { schema, note: '' })
    const tables = await readCatalogue(pool, projection, schema)
    const [claimed] = await claimCheckpoints(client, 'builds', [projection])
    members.push(member({ projection, tables, position: origin, epoch: claimed?.epoch ?? 1 }))
  }
  const batches: Written[] = []
  const startedAt = performance.now()
  const onBatch = (batch: Written) => batches.push(batch)
  await follow({ log, connectionString, ledger: 'builds', isStrict: true, pace, onBatch }, members, {
    signal: new AbortController().signal,
    goal,
  })
  const seconds = (performance.now() - startedAt) / 1_000
  const events = batches.reduce((sum, { eventCount }) => sum + eventCount, 0)
  return { eventsPerSecond: Math.round(events / seconds), batches }
}

function report(): void {
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const line = (name: string, results: Round[]) => {
    const rates = results.map(({ eventsPerSecond }) => eventsPerSecond)
    const openMs = results.flatMap(({ batches }) => batches.map(({ transactionMs }) => transactionMs))
    openMs.sort((a, b) => a - b)
    const at = (share: number) => (openMs[Math.floor((openMs.length - 1) * share)] ?? 0).toFixed(1)
    console.log(
      `${name.padEnd(18)} ${median(rates)} events/s (${rates.join(', ')}), ` +
        `transactions open p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)} ms`,
    )
    return median(rates)
  }
  const ratio = line('batches', measured.batches) / line('one event each', measured.oneByOne)
  console.log(`batches / one event each: ${ratio.toFixed(1)} (medians of ${rounds} rounds)`)
}
