import { createHmac, randomUUID } from 'node:crypto'
import type { Position } from '@tba/event-store/port.ts'
import { limitKey } from '@tba/runtime/http/address.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DatabasePool } from 'slonik'
import { type Completion, type KeyedRequest, keyedRequests } from './keyed-requests.ts'

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

/** Work that makes something: its answer is the id. */
export function withItsId(
  status: Work<unknown>['status'],
  run: (id: string) => Promise<{ revision: number; position: Position | null }>,
): Work<{ id: string }> {
  return {
    status,
    async run(id) {
      const { revision, position } = await run(id)
      return { answer: { id }, revision, position }
    },
    again: async ({ seed }) => ({ id: seed }),
  }
}

export type Exchange = { request: FastifyRequest; reply: FastifyReply }

const keyShape = /^[\x21-\x7e]{1,255}$/

export function idempotency(pool: DatabasePool, hashKey: Uint8Array): Idempotency {
  const requests = keyedRequests(pool)
  const hash = (...parts: string[]) =>
    createHmac('sha256', hashKey).update(JSON.stringify(parts)).digest('hex')

  /** @throws {HttpFailure} 400 */
  function keyedRequest(request: FastifyRequest): KeyedRequest | null {
    const key = request.headers['idempotency-key']
    if (key === undefined) return null
    if (typeof key !== 'string' || !keyShape.test(key)) {
      throw new HttpFailure(400, 'Idempotency-Key non valida')
    }
    const caller =
      request.adminToken?.claims.sub ?? request.customer?.sub ?? `visitor:${hash(limitKey(request.ip))}`
    const keyHash = hash(request.method, request.routeOptions.url ?? '', caller, key)
    // What the address names is part of what is asked: the same body for somebody else is another request.
    const named = Object.values(request.params ?? {}).map(String)
    return { keyHash, caller, bodyHash: hash(JSON.stringify(request.body) ?? '', ...named) }
  }

  return {
    async once({ request, reply }, work) {
      const keyed = keyedRequest(request)
      if (!keyed) {
        const done = await work.run(randomUUID())
        reply.wrote(done.position)
        return done.answer
      }
      const attempt = await requests.begin(keyed)
      if (!attempt) {
        const { position, ...completion } = await requests.completionOf(keyed)
        const answer = await work.again(completion)
        reply.wrote(position)
        return answer
      }
      try {
        const { answer, ...done } = await work.run(attempt.seed)
        await requests.complete(attempt, { ...done, status: work.status })
        reply.wrote(done.position)
        return answer
      } catch (error) {
        // A refusal is forgotten: the next try may succeed. Another failure is not: something may have been written.
        if (error instanceof HttpFailure) await requests.forget(attempt)
        else await requests.giveUp(attempt)
        throw error
      }
    },
  }
}
