import fastify, { type FastifyRequest } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { wholeRequests } from './whole-request.ts'

function listening(check: () => Promise<void>) {
  const app = fastify()
  onTestFinished(() => app.close())
  wholeRequests(app)
  const onRequest = async (request: FastifyRequest) => {
    request.checkOnceWhole = check
  }
  app.post('/', { onRequest }, async () => ({ ok: true }))
  return app.inject({ method: 'POST', url: '/', payload: {} })
}

test('a request whose check holds goes on', async () => {
  expect((await listening(async () => {})).statusCode).toBe(200)
})

test('a check that fails stops the request, also where it does not say why', async () => {
  expect((await listening(() => Promise.reject(new Error('ended meanwhile')))).statusCode).toBe(500)
  expect((await listening(() => Promise.reject())).statusCode).toBe(500)
})
