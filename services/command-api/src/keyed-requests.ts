import type { Position } from '@tba/event-store/port.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { storedPosition } from '@tba/runtime/log/position.ts'
import { LRUCache } from 'lru-cache'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

export type KeyedRequest = { keyHash: string; caller: string; bodyHash: string }
/** One run of a request. If it takes so long that another run replaces it, its result is ignored. */
export type Attempt = { keyHash: string; seed: string; attempt: string; isRepeated: boolean }
/** A repeated answer is built from this: the id that the first request created, and the resulting revision. */
export type Completion = { seed: string; revision: number }

type CompletedRequest = { status: number; revision: number; position: Position | null }

/** Longer than any request should take. After that an open attempt counts as dead. */
const abandonedAfterSeconds = 60

const requestRow = sql.type(
  z.object({
    bodyHash: z.string(),
    seed: z.uuid(),
    status: z.int().nullable(),
    revision: z.int().nullable(),
    position: storedPosition.nullable(),
  }),
)
const seedRow = sql.type(z.object({ seed: z.uuid() }))

/** Requests with an Idempotency-Key, in the database. */
export function keyedRequests(pool: DatabasePool) {
  // Abandoned while the database did not answer.
  const abandoned = new LRUCache<string, string>({ max: 10_000 })

  return {
    /** @returns null if the key is in use */
    async start({ keyHash, bodyHash, caller }: KeyedRequest): Promise<Attempt | null> {
      const [seed, attempt] = [crypto.randomUUID(), crypto.randomUUID()]
      const started = await pool.maybeOne(seedRow`
        insert into command.idempotency as i (key_hash, caller, body_hash, seed, attempt)
        values (${keyHash}, ${caller}, ${bodyHash}, ${seed}, ${attempt})
        on conflict (key_hash) do update set
          seed = case when i.status is null then i.seed else excluded.seed end, attempt = excluded.attempt,
          body_hash = excluded.body_hash, status = null, revision = null, position = null, created_at = now()
        where i.created_at < now() - interval '24 hours'
          or (i.status is null and i.body_hash = excluded.body_hash
              and (i.created_at < now() - make_interval(secs => ${abandonedAfterSeconds})
                   or i.attempt = ${abandoned.get(keyHash) ?? null}::uuid))
        returning seed`)
      return started && { keyHash, attempt, seed: started.seed, isRepeated: started.seed !== seed }
    },

    async complete({ keyHash, attempt }: Attempt, { status, revision, position }: CompletedRequest) {
      await pool.query(sql.unsafe`
        update command.idempotency set status = ${status}, revision = ${revision}, position = ${position}
        where key_hash = ${keyHash} and attempt = ${attempt}`)
    },

    async forget({ keyHash, attempt }: Attempt): Promise<void> {
      await pool.query(sql.unsafe`
        delete from command.idempotency where key_hash = ${keyHash} and attempt = ${attempt}`)
    },

    /** The next attempt may start at once, with the same seed, as if this one had expired. */
    async abandon({ keyHash, attempt }: Attempt): Promise<void> {
      abandoned.set(keyHash, attempt)
      const update = pool.query(sql.unsafe`
        update command.idempotency set created_at = now() - make_interval(secs => ${abandonedAfterSeconds + 1})
        where key_hash = ${keyHash} and attempt = ${attempt} and status is null`)
      await update.catch(() => {})
    },

    /** @throws {HttpFailure} 409 it is still running · 422 the key was used with another body */
    async completionOf({
      keyHash,
      bodyHash,
    }: KeyedRequest): Promise<Completion & { position: Position | null }> {
      const stored = await pool.maybeOne(requestRow`
        select body_hash as "bodyHash", seed, status, revision, position
        from command.idempotency where key_hash = ${keyHash}`)
      if (stored && stored.bodyHash !== bodyHash)
        throw new HttpFailure(422, 'Questa Idempotency-Key è già stata usata con un’altra richiesta')
      if (stored?.status == null || stored.revision === null)
        throw new HttpFailure(409, 'La stessa richiesta è ancora in corso', {
          headers: { 'retry-after': '1' },
        })
      return { seed: stored.seed, revision: stored.revision, position: stored.position }
    },
  }
}
