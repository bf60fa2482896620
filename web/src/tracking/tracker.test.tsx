import { afterEach, expect, test } from 'vitest'
import { json, serve } from '../testing/api.ts'
import { startTracking } from './tracker.ts'

afterEach(() => history.replaceState(null, '', '/'))

test('a page view carries the campaign, and nothing of the query that names somebody', async () => {
  const query = '?utm_source=giornale&utm_campaign=anna%40example.com&utm_x=anna&phone=3331234567'
  history.replaceState(null, '', `/questionnaire${query}#contatti`)
  const answered = () => json(200, { ok: true })
  const { sent } = serve({
    'POST /api/tracking/interaction': answered,
    'POST /api/tracking/analytics': answered,
  })
  startTracking()
  const calls = ['interaction', 'analytics'].flatMap(call => sent(`POST /api/tracking/${call}`))
  expect(calls.map(({ body }) => (body as { page: string }).page)).toEqual(
    Array(2).fill(`${location.origin}/questionnaire?utm_source=giornale`),
  )
})
