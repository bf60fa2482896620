import { createHmac, randomUUID } from 'node:crypto'
import type { Position } from '@tba/event-store/port.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { limitKey } from '@tba/runtime/http/limits/address.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DatabasePool } from 'slonik'
import { type Completion, type KeyedRequest, keyedRequests } from './keyed-requests.ts'
import { untilRefused } from './until-refused.ts'

export type Work<Answer> = {
  status: 200 | 201 | 202
  /** @param seed the id to give to what the work creates; a request that died halfway is repeated with the same one */
  run(seed: string): Promise<{ answer: Answer; revision: number; position: Position | null }>
  /** Builds the same answer for a repeated request. */
  again(completion: Completion): Promise<Answer>
  /** It ends sessions of a customer: the answer waits until the read side refuses them. */
  endsSessions?: boolean
}

type Written = Promise<{ position: Position | null }>

/** Work whose answer does not depend on what it did. */
export const withFixedAnswer = <Answer>(
  status: Work<Answer>['status'],
  answer: Answer,
  run: () => Written,
): Work<Answer> => ({
  status,
  run: async () => ({ position: (await run()).position, answer, revision: 0 }),
  again: async () => answer,
})

/** Work that is answered by no more than that it is done. */
export const plainly = (status: Work<unknown>['status'], run: () => Written) =>
  withFixedAnswer(status, { ok: true as const }, run)

/** Work that makes one thing, and is answered by its id. */
export const making = (
  status: Work<unknown>['status'],
  run: (id: string) => Written,
): Work<{ id: string }> => ({
  status,
  run: async id => ({ position: (await run(id)).position, answer: { id }, revision: 0 }),
  again: async ({ seed }) => ({ id: seed }),
})

export type Exchange = { request: FastifyRequest; reply: FastifyReply }

const keyShape = /^[\x21-\x7e]{1,255}$/

export function idempotency(pool: DatabasePool, hashKey: Uint8Array) {
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

  async function doneOnce<Answer>(request: FastifyRequest, work: Work<Answer>) {
    const keyed = keyedRequest(request)
    if (!keyed) return work.run(randomUUID())
    const attempt = await requests.begin(keyed)
    if (!attempt) {
      const { position, ...completion } = await requests.completionOf(keyed)
      return { answer: await work.again(completion), position }
    }
    try {
      const { answer, ...done } = await work.run(attempt.seed)
      await requests.complete(attempt, { ...done, status: work.status })
      return { answer, position: done.position }
    } catch (error) {
      // A refusal is forgotten: the next try may succeed. Another failure is not: something may have been written.
      if (error instanceof HttpFailure) await requests.forget(attempt)
      else await requests.giveUp(attempt)
      throw error
    }
  }

  return {
    /**
     * Does the work. Where the Idempotency-Key was seen in the last 24 hours, answers as then without doing it again.
     * @throws {HttpFailure} 400 malformed key · 409 the first one is still under way · 422 the key came with another body
     */
    async once<Answer>({ request, reply }: Exchange, work: Work<Answer>): Promise<Answer> {
      const { answer, position } = await doneOnce(request, work)
      reply.code(work.status).wrote(position)
      if (work.endsSessions) await untilRefused(pool, 'sessions', request.writtenPosition)
      return answer
    },
  }
}
