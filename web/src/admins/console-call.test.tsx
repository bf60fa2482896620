import { expect, test } from 'vitest'
import { signIn, tokenOf } from '../testing/administrators.ts'
import { json, serve } from '../testing/api.ts'
import { consoleStream } from './console-call.ts'
import { currentToken } from './token.ts'

test('A live tail that nobody watches keeps no session open', async () => {
  const api = serve({ 'GET /live': () => json(200, {}, { 'X-Token': tokenOf('s', { iat: 2 }) }) })
  const token = signIn('s')
  await consoleStream('/live', new AbortController().signal)
  expect(api.sent('GET /live')[0]?.headers.get('Authorization')).toBe(`Bearer ${token}`)
  expect(currentToken()).toBe(token)
})
