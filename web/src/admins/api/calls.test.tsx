import { setOtherTab, signIn, tokenOf } from '../../testing/administrators.ts'
import { deferred, json, serve } from '../../testing/api.ts'
import { consoleCommand, consoleStream } from './calls.ts'
import { currentToken } from './token.ts'

test('A live list does not keep the session open', async () => {
  const api = serve({ 'GET /live': () => json(200, {}, { 'X-Token': tokenOf('s', { iat: 2 }) }) })
  const token = signIn('s')
  await consoleStream('/live', new AbortController().signal)
  expect(api.sent('GET /live')[0]?.headers.get('Authorization')).toBe(`Bearer ${token}`)
  expect(currentToken()).toBe(token)
})

test('A running command of the last administrator does not answer the next one’s command', async () => {
  const answer = deferred()
  const api = serve({ 'POST /press': async () => (await answer.answer()).clone() })
  signIn('prima')
  const presses = [consoleCommand('POST', '/press', {}), consoleCommand('POST', '/press', {})]
  setOtherTab(tokenOf('dopo'))
  presses.push(consoleCommand('POST', '/press', {}))
  answer.release(json(200, { ok: true }))
  await Promise.all(presses)
  const sent = api.sent('POST /press').map(({ headers }) => headers)
  expect(sent.map(headers => headers.get('Authorization'))).toEqual(
    ['prima', 'dopo'].map(session => `Bearer ${tokenOf(session)}`),
  )
  expect(sent[0]?.get('Idempotency-Key')).not.toBe(sent[1]?.get('Idempotency-Key'))
})
