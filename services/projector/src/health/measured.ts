import type { EventStore } from '@tba/event-store/port.ts'
import type { Meters } from '@tba/runtime/meters.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Written } from '../engine/follow/follow.ts'
import { lagSecondsOf } from '../engine/leader/lag.ts'
import { readParked } from '../engine/parked/parked.ts'
import type { Projection } from '../engine/projection.ts'
import { projections as all } from '../projections.ts'

const ageRow = sql.type(z.object({ age: z.number() }))

type Reading = { pool: DatabasePool; store: EventStore; projections?: readonly Projection[] }

/** The metrics of a projector. Pass `onBatch` to `run`. */
export function measured(meters: Meters, reading: Reading): { onBatch(written: Written): void } {
  const { projections = all } = reading
  const lag = {
    name: 'projection_lag_seconds',
    help: 'Age of the oldest event that a projection has not processed yet; 0: none',
    labels: ['projection'],
  }
  meters.gauge(lag, () => lagSecondsOf(reading, projections))
  const parked = {
    name: 'projection_parked_streams',
    help: 'Streams that a projection has parked, because it cannot process one of their events',
    labels: ['projection'],
  }
  meters.gauge(parked, async () => {
    const streams = Map.groupBy(await readParked(reading.pool), ({ projection }) => projection)
    return Object.fromEntries(projections.map(({ name }) => [name, streams.get(name)?.length ?? 0]))
  })
  const open = {
    name: 'jobs_oldest_open_seconds',
    help: 'Age of the oldest job that is not done, such as a letter; 0: none',
  }
  meters.gauge(open, async () =>
    (await hasTable(reading.pool, 'jobs.open'))
      ? reading.pool.oneFirst(ageRow`
          select coalesce(extract(epoch from now() - min(recorded_at)), 0)::float8 as age from jobs.open`)
      : 0,
  )
  const transaction = meters.histogram({
    name: 'projection_transaction_duration_seconds',
    help: 'Batches by the duration of their transaction',
  })
  const events = meters.histogram({
    name: 'projection_batch_events',
    help: 'Batches by their number of events',
    buckets: [1, 4, 16, 64, 256, 1024, 4096],
  })
  return {
    onBatch({ eventCount, transactionMs }) {
      transaction(transactionMs / 1000)
      events(eventCount)
    },
  }
}
