import { load } from '@tba/runtime/commands/load.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import { pictureKey } from '@tba/runtime/storage/pictures.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

export type Uploads = {
  pool: DatabasePool
  log: EventLog
  objects: Pick<Objects, 'remove'>
}

const batchSize = 100
const uploadRow = sql.type(z.object({ pictureId: z.uuid(), accountId: z.uuid() }))

/**
 * Removes unused upload tickets and pictures that nobody chose. A picture can be chosen for 24 hours after its upload. It is
 * removed after 25, when nobody can be choosing it. A failed upload can leave a picture too.
 */
export async function forgetUploads({ pool, log, objects }: Uploads): Promise<void> {
  if (!(await hasTable(pool, 'command.upload_tickets'))) return
  await pool.query(sql.unsafe`
    delete from command.upload_tickets
    where used_at is null and tries = 0 and expires_at < now() - interval '1 hour'`)
  for (;;) {
    const uploads = await pool.any(uploadRow`
      select id as "pictureId", account_id as "accountId" from command.upload_tickets
      where coalesce(used_at, expires_at) < now() - interval '25 hours' limit ${batchSize}`)
    for (const { accountId, pictureId } of uploads) {
      const chosen = await pictureOf(log, accountId)
      if (!chosen?.endsWith(`/${pictureId}`)) await objects.remove(pictureKey({ accountId, pictureId }))
      await pool.query(sql.unsafe`delete from command.upload_tickets where id = ${pictureId}`)
    }
    if (uploads.length < batchSize) return
  }
}

async function pictureOf(log: EventLog, accountId: string): Promise<string | null> {
  const { state } = await load(log, 'account', accountId)
  return state.status === 'registered' ? state.imageUrl : null
}
