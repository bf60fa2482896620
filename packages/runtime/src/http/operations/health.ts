import { withTimeout } from '@tba/event-store/with-timeout.ts'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { App } from '../app.ts'

/**
 * By the name of a dependency: resolves if it works, with 'parked' if a part of its work waits for an operator, with 'low' if
 * its space gets low, with 'waiting' if it works later and nobody waits for it. Rejects if it does not work.
 */
export type Checks = Record<string, () => Promise<unknown>>

const checkTimeoutMs = 3_000
/** Called every few seconds: only failures are logged. */
const polled = { config: { quiet: true }, exposeHeadRoute: true }

const state = z.enum(['ok', 'parked', 'low', 'waiting', 'out'])
type State = z.infer<typeof state>
const ready = z.record(z.string(), state)

/** `/healthz`: the process answers. `/readyz`: all its dependencies work; 503 names those that do not. */
export function health(app: App, checks: Checks): void {
  const tags = ['operations']
  const up = z.object({ status: z.literal('ok') })
  const liveness = { tags, summary: 'Il processo risponde', response: { 200: up } }
  app.get('/healthz', { schema: liveness, ...polled }, async () => ({ status: 'ok' as const }))

  const summary = 'Risponde anche tutto ciò di cui ha bisogno'
  const readiness = { tags, summary, response: { 200: ready, 503: ready } }
  let running: Promise<(readonly [string, State])[]> | null = null
  app.get('/readyz', { schema: readiness, ...polled }, async (request, reply) => {
    // Anybody may call this often, so parallel calls share one answer.
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
        return [name, state.exclude(['out']).safeParse(outcome).data ?? 'ok']
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
