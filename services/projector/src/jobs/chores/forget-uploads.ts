import { load } from '@tba/runtime/commands/load.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import {
  type Picture,
  parsePictureKey,
  pictureAddress,
  pictureKey,
  picturesFolder,
} from '@tba/runtime/storage/pictures.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

export type Uploads = { pool: DatabasePool; log: EventLog; objects: Pick<Objects, 'list' | 'remove'> }

const batchSize = 100
const addressRow = sql.type(z.object({ address: z.string().nullable() }))
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
      if (chosen !== pictureAddress(pictureId)) await objects.remove(pictureKey({ accountId, pictureId }))
      await pool.query(sql.unsafe`delete from command.upload_tickets where id = ${pictureId}`)
    }
    if (uploads.length < batchSize) return
  }
}

const sweptAfterMs = 26 * 3_600_000

/**
 * Removes old pictures that no ticket and no profile names. A storage may store a write that it did not confirm, even after
 * the erasure of its account. The log decides: the tables only spare most of its reads.
 */
export async function sweepPictures({ pool, log, objects }: Uploads): Promise<void> {
  if (!(await hasTable(pool, 'command.upload_tickets')) || !(await hasTable(pool, 'read.users'))) return
  const written = objects.list(picturesFolder, new Date(Date.now() - sweptAfterMs))
  for await (const keys of batchesOf(written, batchSize)) {
    const pictures = keys.map(parsePictureKey)
    const ids = (name: keyof Picture) =>
      sql.array(
        pictures.map(picture => picture[name]),
        'uuid',
      )
    const named = await pool.anyFirst(addressRow`
      select ${pictureAddress('')} || id as address from command.upload_tickets where id = any(${ids('pictureId')})
      union all select "profileImageUrl" from read.users where "accountId" = any(${ids('accountId')})`)
    for (const picture of pictures) {
      const address = pictureAddress(picture.pictureId)
      if (named.includes(address) || (await pictureOf(log, picture.accountId)) === address) continue
      await objects.remove(pictureKey(picture))
    }
  }
}

async function* batchesOf<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    if (batch.push(item) < size) continue
    yield batch
    batch = []
  }
  yield batch
}

async function pictureOf(log: EventLog, accountId: string): Promise<string | null> {
  const { state } = await load(log, 'account', accountId)
  return state.status === 'registered' ? state.imageUrl : null
}
