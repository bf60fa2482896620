import { z } from 'zod'
import { anyJson } from '../json.ts'

/** An event as administrators see it: sealed fields are null, and named in `sealed`. */
export const historyEvent = z.object({
  /** Any id that the store holds. */
  id: z.guid(),
  position: z.string(),
  stream: z.string(),
  revision: z.int(),
  type: z.string(),
  /** A time, unless it is damaged: one such event must not block a page of others. */
  recordedAt: z.string(),
  actor: z.string(),
  correlationId: z.string(),
  causationId: z.string(),
  visitId: z.string().nullable(),
  schemaVersion: z.int(),
  data: z.record(z.string(), anyJson),
  sealed: z.array(z.string()),
})
export type HistoryEvent = z.infer<typeof historyEvent>

/** When the person of the sealed fields was erased; null: the fields can be opened, or there are none. */
export const erasedAt = z.string().nullable()

/** The newest position of the log, and the age of the oldest event that the read side has not processed. */
export const readSide = z.object({ head: z.string().nullable(), lagMs: z.number().min(0) })
export type ReadSide = z.infer<typeof readSide>

/** Beyond this, events are not counted exactly. */
export const maxCounted = 10_000

/** GET /api/admin/events: a page. `next` is the cursor of the next one, null at the end. */
export const historyPage = readSide.extend({
  events: z.array(historyEvent),
  /** On the first page: how many events the filters find, at most `maxCounted` + 1. Null on later pages. */
  found: z.int().nullable(),
  next: z.string().nullable(),
})
export type HistoryPage = z.infer<typeof historyPage>

/** The effects of an event: the events that name it as their cause, each with its own effects. */
type Effect = { event: HistoryEvent; effects: Effect[] }
const effect: z.ZodType<Effect> = z.lazy(() => z.object({ event: historyEvent, effects: z.array(effect) }))
effect.register(z.globalRegistry, { id: 'Effect' })

/** GET /api/admin/events/:id: the event, what caused it, and what it caused. */
export const historyDetail = z.object({
  event: historyEvent,
  /** The session in which a customer did it; null: nobody did it in one. */
  session: z.string().nullable(),
  erasedAt,
  cause: historyEvent.nullable(),
  effects: z.array(effect),
  /** The other events of its request, of the click before it and of the jobs after it, in log order. */
  siblings: z.array(historyEvent),
  /** Of a view or a click, which the page tells twice: the other event that tells of it. */
  twin: historyEvent.nullable().default(null),
  /** Of an event of a visit: the accounts that acted in it, else the requests that were sent in it. */
  visitors: z.array(z.string()).default([]),
})
export type HistoryDetail = z.infer<typeof historyDetail>

/** POST /api/admin/events/:id/open: the event's data, opened; what was erased, or is opened for nobody, stays null. */
export const openedEvent = z.object({ data: historyEvent.shape.data, erasedAt })
