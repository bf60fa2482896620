import { failure } from '@tba/events/failure.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { charge } from '@tba/runtime/http/limits/limit.ts'
import { documented } from '@tba/runtime/http/operations/hook-docs.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { cursorOf, positionText } from '../console/keyset.ts'
import { assertOpenSession, type Reads } from '../reads/open-session.ts'
import type { Copy, Question } from './copy/copy.ts'
import type { UnitCursor } from './unit-page.ts'

export type CopyRouteDeps = Reads & { copy: Copy }

/** Queries the copy for an administrator with an open session. The copy itself does not know sessions. */
export const copyRoute = ({ pool, copy, onRequest }: CopyRouteDeps) => ({
  onRequest,
  describe: copyRouteSchema,
  /** Of its routes: each may be answered later. */
  guarded: { onRequest, config: { counts: true } },
  async ask<I, R>(request: FastifyRequest, question: Question<I, R>, input: NoInfer<I>): Promise<R> {
    await assertOpenSession(pool, request)
    return copy.query(question, input, { request })
  },
})

/** The schema of such a route. A route with an id can also answer 404. */
export const copyRouteSchema = <View, Input extends object>(summary: string, view: View, input: Input) => ({
  tags: ['admins'],
  summary,
  ...input,
  response: { 200: view, 503: failure, ...('params' in input && { 404: failure }) },
})

/** A screen sends several queries at a time while somebody edits on it. */
const queryLimit = { capacity: 1_000, refillPerSecond: 10 }

/** Hooks that limit expensive queries per administrator. Call it once. */
export function countingHooks(app: App, { onRequest }: Reads): Reads['onRequest'] {
  const bucket = app.bucket('funnels', queryLimit)
  const take = async (request: FastifyRequest) =>
    charge(bucket, request, { tokens: 1, key: adminOf(request).sub })
  return [...onRequest, documented({ refusals: [429] }, take)]
}

type Period = { from?: number | undefined; to?: number | undefined }
/** An absent bound means no limit. */
export const withBounds = <Q extends Period>({ from, to, ...query }: Q) => ({
  ...query,
  fromMs: from ?? Number.NEGATIVE_INFINITY,
  toMs: to ?? Number.POSITIVE_INFINITY,
})

/** In a cursor of units: the position of all pages, and the end of the last page. */
export const unitsKey = z.tuple([positionText, z.tuple([positionText, z.string().regex(/^\d{1,20}$/)])])
/** With the time of the first page, so that all pages resolve the same period. */
export const timedUnitsKey = z.tuple([...unitsKey.def.items, z.int().min(0).max(1e14)])

export const valueOfBreakdown = 'Un valore si chiede di una suddivisione'

type UnitsEnd = { position: string | null; next: UnitCursor | null }
/** A page of units with its cursor. `more`: what the cursor of a list contains besides. */
export const withCursor = <P extends UnitsEnd>({ next, ...page }: P, more: readonly number[] = []) => ({
  ...page,
  next: next && cursorOf([page.position ?? '', next, ...more]),
})
