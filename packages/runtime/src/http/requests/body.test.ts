import { testServer } from '../../testing/test-server.ts'

const app = await testServer()
app.post('/api/any', async request => ({ got: request.body }))

async function post(payload: string | Buffer) {
  const headers = { 'content-type': 'application/json' }
  return app.inject({ method: 'POST', url: '/api/any', payload, headers })
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test.each<[string, string | Buffer]>([
  ['a syntax error', '{"a":'],
  ['only a word', 'hello'],
  ['a form', 'a=1&b=2'],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
  ['an overlong encoding', Buffer.from([0x22, 0xc0, 0x80, 0x22])],
  ['NUL', '{"a":"\0"}'],
  ['an escaped NUL', '{"a":"x\\u0000y"}'],
  ['an escaped NUL in a name', '{"x\\u0000y":1}'],
  ['half a surrogate pair', '{"a":"\\ud800"}'],
  ['half a surrogate pair deep inside', '{"a":[{"b":["\\udc00x"]}]}'],
  ['21 levels', nested(21)],
  ['all the levels that fit in 64 KiB', nested(32_768)],
  ['all these levels and a prototype', `${'['.repeat(20_000)}{"__proto__":1}${']'.repeat(20_000)}`],
  ['21 levels of objects', `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`],
  ['a prototype', '{"__proto__":{"admin":true}}'],
  ['an escaped prototype', '{"\\u005f_proto__":{"admin":true}}'],
  ['a constructor’s prototype', '{"a":{"constructor":{"prototype":{"admin":true}}}}'],
])('a body with %s is refused, never a 500', async (_name, payload) => {
  const answer = await post(payload)
  expect([answer.statusCode, answer.json()]).toEqual([400, { message: 'JSON non valido' }])
})

test.each([
  ['20 levels', nested(20)],
  ['brackets in a text', JSON.stringify({ a: '['.repeat(100), b: '\\"[{'.repeat(50) })],
  ['a whole surrogate pair, written out or escaped', '{"a":"😀","b":"\\ud83d\\ude00"}'],
  ['accents and every kind of escape', '{"a":"perché \\u00e8 \\n\\t\\"\\\\"}'],
  ['a byte-order mark', '\ufeff{"a":1}'],
])('a body with %s is accepted as it is', async (_name, payload) => {
  const answer = await post(payload)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ got: JSON.parse(payload.replace('\ufeff', '')) })
})
