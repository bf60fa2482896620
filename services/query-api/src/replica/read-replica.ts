import type { Meters } from '@tba/runtime/meters.ts'
import type { FastifyBaseLogger } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { type Primary, primary as primaryOf } from './primary.ts'
import { openReplica, type Replica } from './replica.ts'

type Options = {
  primary: DatabasePool
  open(): Promise<DatabasePool>
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  meters?: Meters | undefined
}

/** How reads go to a standby: the primary says who is signed in, then what holds as much as it does is read. */
export type ReadReplica = Replica & Pick<Primary, 'signedIn'>

export function readReplica({ primary, open, log, meters }: Options): ReadReplica {
  const { held, signedIn } = primaryOf(primary)
  const onRead = meters?.histogram({
    name: 'read_duration_seconds',
    help: 'Reads of the read tables, by the server that answered',
    labels: ['database'],
  })
  const replica = openReplica({
    ...{ primary, open, held },
    onAway: err => log.warn({ err }, 'the read replica is away or behind: the primary is read'),
    onBack: () => log.info({}, 'the read replica is back'),
    ...(onRead && { onRead }),
  })
  const help = 'By how much the newest commit of the projector on the replica is older than on the primary'
  meters?.gauge({ name: 'read_replica_delay_seconds', help }, async () => {
    const [its, ours] = [await replica.ofStandby(pool => pool.one(newest)), await primary.one(newest)]
    return Math.max(0, ours.seconds - its.seconds)
  })
  return { ...replica, signedIn }
}

/** When the projector last committed, by the primary's clock on both. */
const newest = sql.type(z.object({ seconds: z.number() }))`
  select coalesce(extract(epoch from max(updated_at)), 0)::float8 as seconds from projector.checkpoints`
