import { createHmac, randomUUID } from 'node:crypto'
import type { Position } from '@tba/event-store/port.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { limitKey } from '@tba/runtime/http/limits/address.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DatabasePool } from 'slonik'
import { awaitRevocation, type SessionProjection } from './await-revocation.ts'
import { type Completion, type KeyedRequest, keyedRequests } from './keyed-requests.ts'

export type Status = 200 | 201 | 202
/** The log position after the work, or null if nothing was written. The answer is built from the revision. */
export type WorkResult = { position: Position | null; revision?: number }

type Work<Answer> = {
  status: Status
  endsSessions?: SessionProjection | undefined
  run(seed: string): Promise<WorkResult & { answer: Answer }>
  repeatedAnswer(completion: Completion): Promise<Answer>
}

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
    if (typeof key !== 'string' || !keyShape.test(key))
      throw new HttpFailure(400, 'Idempotency-Key non valida')
    const caller =
      request.adminToken?.claims.sub ?? request.customer?.sub ?? `visitor:${hash(limitKey(request.ip))}`
    const keyHash = hash(request.method, request.routeOptions.url ?? '', caller, key)
    // The parameters belong to the request: the same body for another id is another request.
    const parameters = Object.values(request.params ?? {}).map(String)
    return { keyHash, caller, bodyHash: hash(JSON.stringify(request.body) ?? '', ...parameters) }
  }

  async function runOnce<Answer>(request: FastifyRequest, work: Work<Answer>) {
    const keyed = keyedRequest(request)
    if (!keyed) return work.run(randomUUID())
    const attempt = await requests.start(keyed)
    if (!attempt) {
      const { position, ...completion } = await requests.completionOf(keyed)
      return { answer: await work.repeatedAnswer(completion), position }
    }
    request.command = { id: attempt.seed, isRepeated: attempt.isRepeated }
    try {
      const { answer, position, revision = 0 } = await work.run(attempt.seed)
      await requests.complete(attempt, { position, revision, status: work.status })
      return { answer, position }
    } catch (error) {
      // A refusal is forgotten: the next try may succeed. After another failure, a 503 too, something may have been written.
      if (error instanceof HttpFailure && error.status < 500) await requests.forget(attempt)
      else await requests.abandon(attempt)
      throw error
    }
  }

  return {
    /**
     * Does the work. If the Idempotency-Key was seen in the last 24 hours, it only repeats the answer.
     * @throws {HttpFailure} 400 malformed key · 409 the first request is still running · 422 the key was used with another body
     */
    async answerOnce<Answer>({ request, reply }: Exchange, work: Work<Answer>): Promise<Answer> {
      const { answer, position } = await runOnce(request, work)
      reply.code(work.status).wrote(position)
      if (work.endsSessions) await awaitRevocation(pool, work.endsSessions, request.writtenPosition)
      return answer
    },
  }
}
