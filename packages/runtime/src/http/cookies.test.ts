import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { testServer } from '../testing/test-server.ts'
import { cookieOf } from './cookies.ts'

const root = path.resolve(import.meta.dirname, '../../../..')

/** A server with the cookies of the product, at this address. */
async function server(publicUrl: string) {
  const app = await testServer({ publicUrl })
  app.get('/api/set', async (_request, reply) => {
    reply.keepConsent('all')
    reply.keepCookie('known-browser', 'b', { path: '/api', maxAge: 60 })
    return 'ok'
  })
  app.get('/api/consent', async request => ({
    consent: request.consent,
    known: cookieOf(request, 'known-browser'),
  }))
  return app
}

const secured = await server('https://listino.example.com')
const plain = await server('http://localhost:3000')

test('under https no other host of the domain can set a cookie of ours', async () => {
  const { cookies } = await secured.inject('/api/set')
  expect(cookies.map(({ name, path, secure, domain }) => ({ name, path, secure, domain }))).toEqual(
    ['__Host-consent', '__Host-known-browser'].map(name => ({
      name,
      path: '/',
      secure: true,
      domain: undefined,
    })),
  )
  expect((await plain.inject('/api/set')).cookies.map(it => it.name)).toEqual(['consent', 'known-browser'])
})

test('a cookie from before the prefix counts until a newer one does, so that nobody is asked for consent again', async () => {
  const read = async (cookies: Record<string, string>) =>
    (await secured.inject({ url: '/api/consent', cookies })).json()
  expect(await read({ consent: 'all', 'known-browser': 'old' })).toEqual({ consent: true, known: 'old' })
  expect(await read({ consent: 'all', '__Host-consent': 'none' })).toEqual({ consent: false })
  const cookies = { '__Host-consent': 'all' }
  expect((await plain.inject({ url: '/api/consent', cookies })).json()).toEqual({ consent: false })
})

test('nothing else sets a cookie', () => {
  const files = globSync('{packages,services,infra/start}/**/src/**/*.ts', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
  const setting = files.filter(
    file =>
      !file.includes('.test.') &&
      /\.setCookie\(|['"]set-cookie['"]/i.test(readFileSync(path.join(root, file), 'utf8')),
  )
  expect(setting).toEqual(['packages/runtime/src/http/cookies.ts'])
})
