import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { json, serve } from '../testing/api.ts'
import { command } from './http.ts'
import { newUuid } from './ids.ts'

test('Ids are random UUIDs', () => {
  const ids = Array.from({ length: 1000 }, newUuid)
  for (const id of ids) expect(z.uuidv4().safeParse(id).success, id).toBe(true)
  expect(new Set(ids).size).toBe(1000)
})

test('An address that is not secure, as on one’s own network, has commands all the same', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const api = serve({ 'POST /api/x': () => json(200, {}) })
  await command('POST', '/api/x')
  expect(api.sent('POST /api/x')[0]?.headers.get('X-Visit-Id')).toMatch(/^session_\d+_[a-f0-9]{32}$/)
})
