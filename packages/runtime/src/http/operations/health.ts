import { withTimeout } from '@tba/event-store/with-timeout.ts'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { App } from '../app.ts'

/**
 * By the name of what the process needs: resolves where that works, with 'parked' where a part of its work waits for an
 * operator, with 'low' where it gets scarce, and rejects where it does not.
 */
export type Checks = Record<string, () => Promise<unknown>>

const checkTimeoutMs = 3_000
/** Asked every few seconds: only what is not well is worth a line. */
const polled = { config: { quiet: true }, exposeHeadRoute: true }

const state = z.enum(['ok', 'parked', 'low', 'out'])
type State = z.infer<typeof state>
const ready = z.record(z.string(), state)

/** `/healthz`: the process answers. `/readyz`: so does everything that it needs; 503 names what does not. */
export function health(app: App, checks: Checks): void {
  const tags = ['operations']
  const up = z.object({ status: z.literal('ok') })
  const liveness = { tags, summary: 'Il processo risponde', response: { 200: up } }
  app.get('/healthz', { schema: liveness, ...polled }, async () => ({ status: 'ok' as const }))

  const summary = 'Risponde anche tutto ciò di cui ha bisogno'
  const readiness = { tags, summary, response: { 200: ready, 503: ready } }
  let running: Promise<(readonly [string, State])[]> | null = null
  app.get('/readyz', { schema: readiness, ...polled }, async (request, reply) => {
    // Anybody may ask, as often as they like: who asks at the same time gets the same answer.
    running ??= statesOf(checks, request.log).finally(() => {
      running = null
    })
    const states = await running
    const isReady = states.every(([, state]) => state !== 'out')
    return reply.code(isReady ? 200 : 503).send(Object.fromEntries(states))
  })
}

function statesOf(checks: Checks, log: Pick<FastifyBaseLogger, 'warn'>) {
  return Promise.all(
    Object.entries(checks).map(async ([name, check]): Promise<readonly [string, State]> => {
      try {
        const outcome = await withTimeout(checkTimeoutMs, check(), noAnswer)
        return [name, outcome === 'parked' || outcome === 'low' ? outcome : 'ok']
      } catch (error) {
        log.warn({ err: error, check: name }, 'not ready')
        return [name, 'out']
      }
    }),
  )
}

function noAnswer(): never {
  throw new Error(`no answer within ${checkTimeoutMs} ms`)
}
