import { isPosition } from '@tba/event-store/position.ts'
import { failure } from '@tba/events/failure.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { documented } from '@tba/runtime/http/hook-docs.ts'
import { charge } from '@tba/runtime/http/limit.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AnswerOf, InputOf, QuestionName } from '../analytics/questions.ts'
import type { Deps, Reads } from '../deps.ts'
import { assertOpenSession } from '../open-session.ts'

/** What a route needs that asks the analysts' copy. */
export type Asks = Reads & Pick<Deps, 'copy'>

/** Asks the copy, which knows of no sessions, for an administrator whose session is open. */
export const asking = ({ pool, copy, onRequest }: Asks) => ({
  onRequest,
  async ask<N extends QuestionName>(
    request: FastifyRequest,
    name: N,
    input: InputOf<N>,
  ): Promise<AnswerOf<N>> {
    await assertOpenSession(pool, request)
    return copy.ask(name, input, { request })
  },
})

/** What the page of the calls says of such a route; 404 where something is named by its id. */
export const asked = <Answer, Asked extends object>(summary: string, answer: Answer, input: Asked) => ({
  ...{ tags: ['admins'], summary, ...input },
  response: { 200: answer, 503: failure, ...('params' in input && { 404: failure }) },
})

/** A screen asks for several at a time while somebody builds on it. */
const questions = { capacity: 1_000, refillPerSecond: 10 }

/** Has an administrator ask no more of the routes that count than a person can. To be called once. */
export function countingHooks(app: App, { onRequest }: Reads): Reads['onRequest'] {
  const bucket = app.bucket('funnels', questions)
  const take = async (request: FastifyRequest) =>
    charge(bucket, request, { tokens: 1, key: adminOf(request).sub })
  return [...onRequest, documented({ refusals: [429] }, take)]
}

/** Routes that count take turns, one of an administrator at a time. */
export const inTurn = { config: { walks: true } }

type Bounds = { from?: number | undefined; to?: number | undefined }
/** What is counted without a bound has none. */
export const withBounds = <Q extends Bounds>({ from, to, ...query }: Q) => ({
  ...{ ...query, fromMs: from ?? Number.NEGATIVE_INFINITY, toMs: to ?? Number.POSITIVE_INFINITY },
})

/** In a cursor: where a page of units ended. */
export const place = z.tuple([z.string().refine(isPosition), z.number(), z.number()])
