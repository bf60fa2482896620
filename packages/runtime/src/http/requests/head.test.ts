import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { testServer } from '../../testing/test-server.ts'

const app = await testServer()
app.get('/api/address', async ({ host }) => ({ address: `http://${host}/` }))

test.each(['localhost', 'localhost:3000', 'bot.example', '192.0.2.1:80', '[::1]:3000', 'my_service:8080'])(
  'a request to the host %s gets addresses that begin with it',
  async host => {
    const answer = await app.inject({ url: '/api/address', headers: { host } })
    expect(answer.json()).toEqual({ address: `http://${host}/` })
  },
)

test.each([
  'a b',
  'bot.example"><script>',
  'bot.example/path',
  'user@bot.example',
  'bot.example:99999',
  '[::1',
])('the host %j is invalid, and appears in no address', async host => {
  const answer = await app.inject({ url: '/api/address', headers: { host } })
  expect([answer.statusCode, answer.json()]).toEqual([400, { message: 'Indirizzo non valido' }])
})

test('a request with two hosts is refused: what stands in front may have taken the other one', async () => {
  const socket = connect(Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port), '127.0.0.1')
  socket.write('GET /api/address HTTP/1.1\r\nhost: a\r\nHost: b\r\nconnection: close\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
})

test.each(['/%E0%A4%A', '/%', '/a%00b?x=1', '/assets/%zz'])(
  'a broken escape in %s is an unknown page, and refused in a call',
  async url => {
    const pages = await testServer({ notFound: (_request, reply) => reply.code(404).send('page') })
    expect((await pages.inject(url)).body).toBe('page')
    expect((await pages.inject(`/api${url}`)).statusCode).toBe(400)
  },
)

test.each(['/api/address?a=%00', '/%61pi/address?a=%00', '/ap%69/address?a=%zz'])(
  'the call %s is refused, however its address is escaped',
  async url => expect((await app.inject(url)).statusCode).toBe(400),
)

const securedApp = await testServer({ publicUrl: 'https://bot.example' })
securedApp.post('/api/any', async () => 'ok')
securedApp.get('/api/any', async () => 'ok')

const status = async (headers: Record<string, string>, method: 'GET' | 'POST' = 'POST') =>
  (await securedApp.inject({ method, url: '/api/any', headers: { host: 'bot.internal:8080', ...headers } }))
    .statusCode

test.each([
  ['another site’s page', { 'sec-fetch-site': 'cross-site' }],
  [
    'another site’s page that forges our origin',
    { 'sec-fetch-site': 'cross-site', origin: 'https://bot.example' },
  ],
  ['another site in an older browser', { origin: 'https://evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a neighbour on our domain', { 'sec-fetch-site': 'same-site', origin: 'https://blog.bot.example' }],
  ['a neighbour without an origin', { 'sec-fetch-site': 'same-site' }],
  ['our name on another scheme', { origin: 'http://bot.example' }],
  ['garbage', { origin: 'not an origin' }],
])('a request of %s is refused', async (_who, headers) => expect(await status(headers)).toBe(403))

test.each([
  ['our own page', { 'sec-fetch-site': 'same-origin' }],
  ['our own page in an older browser', { origin: 'https://bot.example' }],
  ['a page of the requested host', { origin: 'http://bot.internal:8080' }],
  ['a client that is not a browser', {}],
])('a request of %s is accepted', async (_who, headers) => expect(await status(headers)).toBe(200))

test('a link from another site may be followed', async () =>
  expect(await status({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 'GET')).toBe(200))
