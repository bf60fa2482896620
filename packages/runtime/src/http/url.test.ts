import { expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const app = await testServer()
app.get('/api/address', async ({ host }) => ({ address: `http://${host}/` }))

test.each(['localhost', 'localhost:3000', 'bot.example', '192.0.2.1:80', '[::1]:3000', 'my_service:8080'])(
  'whoever comes by the host %s is given addresses that begin with it',
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
])('the host %j is none, and makes its way into no address', async host => {
  const answer = await app.inject({ url: '/api/address', headers: { host } })
  expect([answer.statusCode, answer.json()]).toEqual([400, { message: 'Indirizzo non valido' }])
})
