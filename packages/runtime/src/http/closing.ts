import type { FastifyInstance } from 'fastify'
import { syncOnSend } from './sync-hook.ts'

/**
 * While the server closes, requests under way are answered and their connections closed with the answer. Otherwise
 * closing would wait for every client that keeps its connection alive.
 */
export function closeConnectionsWhileClosing(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook(
    'onSend',
    syncOnSend((_request, reply) => {
      if (closing) reply.header('connection', 'close')
    }),
  )
}
