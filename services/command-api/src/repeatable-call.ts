import { failure, ok } from '@tba/events/failure.ts'
import type { App } from '@tba/runtime/http/app.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SessionProjection } from './await-revocation.ts'
import type { Deps } from './deps.ts'
import type { Exchange, Status, WorkResult } from './idempotency.ts'
import type { Completion } from './keyed-requests.ts'

export type Requested<Body = unknown, Params = unknown> = Exchange & { body: Body; params: Params }
type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

type RepeatableCall<Body extends z.ZodType, Params extends z.ZodType, View extends z.ZodType> = {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  onRequest: Hook
  tag: string
  summary: string
  params?: Params
  body?: Body | undefined
  /** 200 by default. */
  status?: Status
  /** The schema of the answer; by default only `ok`. */
  view?: View | undefined
  /** The statuses of its own refusals. */
  refusals?: readonly number[]
  /** It ends sessions of this projection: the answer waits until the read side refuses them. */
  endsSessions?: SessionProjection | undefined
  /** @param seed the id for what it creates. An interrupted request is repeated with the same seed */
  run(
    requested: Requested<z.output<Body>, z.output<Params>>,
    seed: string,
  ): Promise<WorkResult & { answer?: z.input<View> }>
  /** If the answer does not depend on `run`. */
  answer?(requested: Requested<z.output<Body>, z.output<Params>>, seed: string): z.input<View>
  /** Otherwise: builds the same answer for a repeated request. */
  repeatedAnswer?(
    requested: Requested<z.output<Body>, z.output<Params>>,
    completion: Completion,
  ): Promise<z.input<View>>
}

/** Adds a call that accepts an Idempotency-Key: with the same key it does nothing twice, and answers the same. */
export function repeatableCall<
  Body extends z.ZodType = z.ZodUndefined,
  Params extends z.ZodType = z.ZodUndefined,
  View extends z.ZodType = typeof ok,
>(app: App, { idempotency }: Pick<Deps, 'idempotency'>, call: RepeatableCall<Body, Params, View>): void {
  const { method, url, onRequest, tag, summary, params, body, view = ok, status = 200 } = call
  const { refusals = [], endsSessions } = call
  const schema = {
    'x-repeatable': true,
    tags: [tag],
    summary,
    ...(params && { params }),
    ...(body && { body }),
    response: { ...Object.fromEntries(refusals.map(refusal => [refusal, failure])), [status]: view },
  }
  app.route({
    method,
    url,
    schema,
    onRequest,
    handler(request, reply) {
      const { body, params } = request
      const requested = { request, reply, body, params } as Requested<z.output<Body>, z.output<Params>>
      const defaultAnswer = (seed: string) => call.answer?.(requested, seed) ?? { ok: true }
      return idempotency.answerOnce(requested, {
        status,
        endsSessions,
        async run(seed) {
          const { position, revision, answer } = await call.run(requested, seed)
          return { position, revision, answer: answer ?? defaultAnswer(seed) }
        },
        repeatedAnswer: async completion =>
          call.repeatedAnswer?.(requested, completion) ?? defaultAnswer(completion.seed),
      })
    },
  })
}

/** For a call that creates one thing: the answer is its id. */
export const createdAnswer = {
  status: 201,
  view: z.object({ id: z.uuid() }),
  answer: (_requested: unknown, id: string) => ({ id }),
} as const
