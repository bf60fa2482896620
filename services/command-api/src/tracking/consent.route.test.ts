import { serverInTest } from '@tba/runtime/testing/test-server.ts'
import type { Deps } from '../deps.ts'
import { idempotency } from '../idempotency.ts'
import { consentRoute } from './consent.route.ts'
import { trackingLimiter } from './tracking-limits.ts'

test('a visitor’s choice is recorded in a visit that already has as many events as it may', async () => {
  const appended: unknown[] = []
  const log = {
    append: async (stream: string, events: unknown) => {
      appended.push([stream, events])
      return { revision: 2_000 }
    },
  }
  const app = await serverInTest()
  const limiter = trackingLimiter(app)
  limiter.visits.remember('session_1', { origin: null, recorded: 2_000 })
  consentRoute(
    app,
    { log, idempotency: idempotency({} as never, Buffer.alloc(32)) } as unknown as Deps,
    limiter,
  )
  const answer = await app.inject({
    method: 'POST',
    url: '/api/consent',
    headers: { 'x-visit-id': 'session_1' },
    payload: { choice: 'none' },
  })
  expect([answer.statusCode, answer.json()]).toEqual([200, { choice: 'none' }])
  expect(appended).toEqual([['visit-session_1', [{ type: 'ConsentChosen', data: { choice: 'none' } }]]])
})
