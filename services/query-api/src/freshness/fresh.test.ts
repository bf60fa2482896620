import { SessionOver, unauthorized } from '@tba/runtime/http/failure.ts'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerReadError } from './fresh.ts'

test.each([
  [
    'the read side finds no session, which may come yet, the client is asked to come back',
    unauthorized(),
    503,
  ],
  ['the log says that the session is over, it is over', new SessionOver(), 401],
])('where a read is stale and %s', async (_what, error, status) => {
  const app = fastify()
  app.setErrorHandler(answerReadError)
  app.get('/', async (_request, reply) => {
    reply.header('x-stale', 'true')
    throw error
  })
  expect((await app.inject('/')).statusCode).toBe(status)
  await app.close()
})
