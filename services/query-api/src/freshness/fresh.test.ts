import { SessionOver, unauthorized } from '@tba/runtime/http/failure.ts'
import fastify from 'fastify'
import { answerReadError } from './fresh.ts'

test.each([
  ['the session is missing, which may still come, is 503', unauthorized(), 503],
  ['the log says that the session is over, is 401', new SessionOver(), 401],
])('a stale read where %s', async (_what, error, status) => {
  const app = fastify()
  app.setErrorHandler(answerReadError)
  app.get('/', async (_request, reply) => {
    reply.header('x-stale', 'true')
    throw error
  })
  expect((await app.inject('/')).statusCode).toBe(status)
  await app.close()
})
