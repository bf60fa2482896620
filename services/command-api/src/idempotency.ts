import { createHmac, randomUUID } from 'node:crypto'
import type { Position } from '@tba/event-store/port.ts'
import { limitKey } from '@tba/runtime/http/address.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

/** What a repeated answer is built from: the id that the first request made, and the revision that it led to. */
export type Completion = { seed: string; revision: number }

export type Work<Answer> = {
  status: 200 | 201 | 202
  /** @param seed the id to give to what the work creates; a request that died halfway is repeated with the same one */
  run(seed: string): Promise<{ answer: Answer; revision: number; position: Position | null }>
  /** Builds the same answer for a repeated request. */
  again(completion: Completion): Promise<Answer>
}

export type Idempotency = {
  /**
   * Does the work. Where the Idempotency-Key was seen in the last 24 hours, answers as then without doing it again.
   * @throws {HttpFailure} 400 malformed key · 409 the first one is still under way · 422 the key came with another body
   */
  once<Answer>(exchange: Exchange, work: Work<Answer>): Promise<Answer>
}

/** Work whose answer does not depend on what it did. */
export function withFixedAnswer<Answer>(
  status: Work<Answer>['status'],
  answer: Answer,
  run: () => Promise<Position | null>,
): Work<Answer> {
  return {
    status,
    run: async () => ({ position: await run(), answer, revision: 0 }),
    again: async () => answer,
  }
}

export type Exchange = { request: FastifyRequest; reply: FastifyReply }

const keyShape = /^[\x21-\x7e]{1,255}$/
/** Longer than any request may take: one that is still under way by then died with its process. */
const givenUpAfterSeconds = 60

const requestRow = sql.type(
  z.object({
    bodyHash: z.string(),
    seed: z.uuid(),
    status: z.int().nullable(),
    revision: z.int().nullable(),
    position: z.string().nullable(),
  }),
)
const reservedRow = sql.type(z.object({ seed: z.uuid() }))

export function idempotency(pool: DatabasePool, hashKey: Uint8Array): Idempotency {
  const hash = (...parts: string[]) =>
    createHmac('sha256', hashKey).update(JSON.stringify(parts)).digest('hex')

  /** The seed to work with, or null where the key is taken. */
  async function reserve(keyHash: string, bodyHash: string, caller: string): Promise<string | null> {
    const reserved = await pool.maybeOne(reservedRow`
      insert into command.idempotency as i (key_hash, caller, body_hash, seed)
      values (${keyHash}, ${caller}, ${bodyHash}, ${randomUUID()})
      on conflict (key_hash) do update set
        seed = case when i.status is null then i.seed else excluded.seed end,
        body_hash = excluded.body_hash, status = null, revision = null, position = null, created_at = now()
      where i.created_at < now() - interval '24 hours'
        or (i.status is null and i.body_hash = excluded.body_hash
            and i.created_at < now() - make_interval(secs => ${givenUpAfterSeconds}))
      returning seed`)
    return reserved?.seed ?? null
  }

  async function completionOf(
    keyHash: string,
    bodyHash: string,
  ): Promise<Completion & { position: Position | null }> {
    const known = await pool.maybeOne(requestRow`
      select body_hash as "bodyHash", seed, status, revision, position
      from command.idempotency where key_hash = ${keyHash}`)
    if (known && known.bodyHash !== bodyHash) {
      throw new HttpFailure(422, 'Questa Idempotency-Key è già stata usata con un’altra richiesta')
    }
    if (known?.status == null || known.revision === null) {
      throw new HttpFailure(409, 'La stessa richiesta è ancora in corso', { headers: { 'retry-after': '1' } })
    }
    return { seed: known.seed, revision: known.revision, position: known.position as Position | null }
  }

  return {
    async once({ request, reply }, work) {
      const key = request.headers['idempotency-key']
      if (key === undefined) {
        const done = await work.run(randomUUID())
        reply.wrote(done.position)
        return done.answer
      }
      if (typeof key !== 'string' || !keyShape.test(key)) {
        throw new HttpFailure(400, 'Idempotency-Key non valida')
      }
      const caller =
        request.adminToken?.claims.sub ?? request.customer?.sub ?? `visitor:${hash(limitKey(request.ip))}`
      const keyHash = hash(request.method, request.routeOptions.url ?? '', caller, key)
      const bodyHash = hash(JSON.stringify(request.body) ?? '')
      const seed = await reserve(keyHash, bodyHash, caller)
      if (seed === null) {
        const { position, ...completion } = await completionOf(keyHash, bodyHash)
        const answer = await work.again(completion)
        reply.wrote(position)
        return answer
      }
      try {
        const { answer, revision, position } = await work.run(seed)
        await pool.query(sql.unsafe`
          update command.idempotency set status = ${work.status}, revision = ${revision}, position = ${position}
          where key_hash = ${keyHash}`)
        reply.wrote(position)
        return answer
      } catch (error) {
        // A refusal is forgotten: the next try may succeed. Another failure is not: something may have been written.
        if (error instanceof HttpFailure) {
          await pool.query(sql.unsafe`delete from command.idempotency where key_hash = ${keyHash}`)
        }
        throw error
      }
    },
  }
}
