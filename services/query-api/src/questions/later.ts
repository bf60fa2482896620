import { withTimeout } from '@tba/event-store/with-timeout.ts'
import { askedQuestion } from '@tba/events/questions/views.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import { asFailure } from '@tba/runtime/http/answer-failure.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { unavailable } from '@tba/runtime/http/failure.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { consoleTables } from '../reads/console-tables.ts'
import { hungUp } from '../reads/fair-reads.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It may take long: `Prefer: respond-async` asks to answer later. */
    counts?: boolean
  }
  interface FastifyRequest {
    /** Nobody's connection waits for this question: it is cancelled by the signal, and says how far it is. */
    later: { signal: AbortSignal; passed(share: number): void } | null
  }
}

type Outcome = { answer: unknown } | { error: unknown }
type Running = { cancel: AbortController; progress: number }

const beatMs = 1_000
const kept = sql.fragment`interval '1 hour'`
/** A tab that closed without a word. */
const isForgotten = sql.fragment`polled_at < now() - interval '2 minutes'`
export const isSilent = sql.fragment`alive_at < now() - interval '15 seconds'`
const idRow = sql.type(z.object({ id: z.uuid() }))

/** Adds `Prefer: respond-async` to the routes that count. With `wait=<seconds>` an answer that comes so soon is sent at once. */
export function answersLater(app: App, pool: DatabasePool): void {
  const running = new Map<string, Running>()
  const warn = (err: unknown) => app.log.warn({ err }, 'the state of a long question could not be written')
  const makeTables = consoleTables(pool)

  // Without a database the service starts anyway.
  app.addHook('onReady', () => makeTables().catch(warn))

  /** Ends what was cancelled, at whichever instance, and what nobody waits for. */
  async function beat(): Promise<void> {
    if (running.size === 0) return
    const rows = [...running].map(([id, { progress }]) => [id, progress])
    const alive = await pool.any(idRow`
      update console.questions q set alive_at = now(), progress = own.progress
      from ${sql.unnest(rows, ['uuid', 'float4'])} own (id, progress)
      where q.id = own.id and state = 'running' and not ${isForgotten} returning q.id`)
    for (const [id, { cancel }] of running) if (!alive.some(row => row.id === id)) cancel.abort(hungUp())
  }
  const beating = setInterval(() => beat().catch(warn), beatMs).unref()
  app.addHook('onClose', async () => clearInterval(beating))
  app.addHook('preClose', async () => {
    for (const { cancel } of running.values()) cancel.abort(unavailable())
  })

  async function keep(id: string, adminId: string): Promise<void> {
    await makeTables()
    await pool.query(sql.unsafe`delete from console.questions where asked_at < now() - ${kept}`)
    await pool.query(sql.unsafe`insert into console.questions (id, admin_id) values (${id}, ${adminId})`)
  }
  async function store(id: string, outcome: Outcome, serialize: (answer: unknown) => string): Promise<void> {
    const failure = 'error' in outcome ? asFailure(outcome.error) : null
    if ('error' in outcome && failure?.status === 500)
      app.log.error({ err: outcome.error }, 'a long question failed')
    await pool.query(sql.unsafe`
      update console.questions set progress = 1, state = ${failure ? 'failed' : 'done'},
        result = ${'answer' in outcome ? serialize(outcome.answer) : null},
        status = ${failure?.status ?? null}, message = ${failure?.message ?? null}
      where id = ${id} and state = 'running'`)
  }

  app.decorateRequest('later', null)
  app.addHook('onRoute', route => {
    if (!route.config?.counts) return
    Object.assign(route.schema?.response ?? {}, { 202: askedQuestion })
    const { handler } = route
    route.handler = async function (request, reply) {
      const preferred = String(request.headers.prefer ?? '')
      if (!/\brespond-async\b/.test(preferred)) return handler.call(this, request, reply)
      const own: Running = { cancel: new AbortController(), progress: 0 }
      request.later = {
        signal: own.cancel.signal,
        passed(share) {
          own.progress = share
        },
      }
      // Whoever leaves before it has an id cannot cancel it.
      const leave = () => own.cancel.abort(hungUp())
      request.socket.once('close', leave)
      const answering = Promise.try(async (): Promise<unknown> => handler.call(this, request, reply)).then(
        (answer): Outcome => ({ answer }),
        (error): Outcome => ({ error }),
      )
      const waitMs = Number(/\bwait=(\d{1,2})\b/.exec(preferred)?.[1] ?? 0) * 1_000
      const soon = waitMs > 0 ? await withTimeout(waitMs, answering, () => null) : null
      request.socket.off('close', leave)
      if (soon && 'error' in soon) throw soon.error
      if (soon) return soon.answer
      const id = crypto.randomUUID()
      try {
        await keep(id, adminOf(request).sub)
      } catch (error) {
        leave()
        throw error
      }
      running.set(id, own)
      void answering
        .then(outcome =>
          store(id, outcome, answer =>
            String(reply.serializeInput(answer as Record<string, unknown>, '200')),
          ),
        )
        .catch(warn)
        .finally(() => running.delete(id))
      return reply.code(202).header('preference-applied', 'respond-async').send({ id })
    }
  })
}
