import type { FastifyInstance } from 'fastify'
import { syncOnSend } from './sync-hook.ts'

/**
 * Requests under way while the server closes are answered, and their connections closed with the answer.
 * Otherwise closing waits for every client that keeps its connection alive.
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
