import { isPosition } from '@tba/event-store/position.ts'
import { failure } from '@tba/events/failure.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { documented } from '@tba/runtime/http/hook-docs.ts'
import { charge } from '@tba/runtime/http/limit.ts'
import { syncHook } from '@tba/runtime/http/sync-hook.ts'
import { z } from 'zod'
import type { Deps, Reads } from '../deps.ts'

/** What a route needs that asks the analysts' copy. */
export type Counts = Reads & Pick<Deps, 'copy'>

/** A screen asks for several at a time while somebody builds on it. */
const questions = { capacity: 1_000, refillPerSecond: 10 }

/**
 * Has the routes that count wait for their turn, one of an administrator at a time, and an administrator ask no more than
 * a person can. To be called once.
 */
export function countingHooks(app: App, { onRequest }: Reads): Reads['onRequest'] {
  const bucket = app.bucket('funnels', questions)
  const ofAdministrator = documented(
    { refusals: [429] },
    syncHook(request => charge(bucket, request, { tokens: 1, key: adminOf(request).sub })),
  )
  // The first one says who asks.
  const [guard, ...others] = onRequest
  return [...(guard ? [guard] : []), ofAdministrator as unknown as Reads['onRequest'][number], ...others]
}

/** What the page of the calls says of a route that counts. */
export const counted = <Answer, Asked extends object>(summary: string, answer: Answer, asked: Asked) => ({
  ...{ tags: ['admins'], summary, ...asked },
  response: { 200: answer, 400: failure, 401: failure, 403: failure, 429: failure, 503: failure },
})
export const counting = { config: { walks: true } }
/** In a cursor: where a page of units ended. */
export const place = z.tuple([z.string().refine(isPosition), z.number(), z.number()])
