import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { routes as commandRoutes } from '@tba/command-api/routes.ts'
import { routes as queryRoutes } from '@tba/query-api/routes.ts'
import { securityHeaders } from '@tba/runtime/http/headers.ts'
import { callsOf, type RegisterRoutes } from '../support/calls.ts'
import { textOf } from './containers.ts'

const caddyfile = textOf('infra/containers/Caddyfile')
const isRead = (call: string) => /^(GET|HEAD) /.test(call)

/** The words after a name in a block of the Caddyfile, of all its lines. */
function valuesOf(block: string, name: string): string[] {
  const [, body = ''] = new RegExp(`\\t@${block} \\{\\n([\\s\\S]*?)\\n\\t\\}`).exec(caddyfile) ?? []
  return [...body.matchAll(new RegExp(`^\\t\\t${name} (.*)$`, 'gm'))]
    .flatMap(([, words = '']) => words.split(' '))
    .filter(Boolean)
}

test('the gateway sends all calls of the query-api to it, and no others', async () => {
  expect(valuesOf('reads', 'method')).toEqual(['GET', 'HEAD'])
  expect(caddyfile.indexOf('handle @asks')).toBeLessThan(caddyfile.indexOf('handle @acts'))
  const methods = valuesOf('asks', 'method')
  const paths = valuesOf('asks', 'path').map(path => path.replace('*', ':id'))
  const isAsked = (call: string) => {
    const [method = '', path = ''] = call.split(' ')
    return methods.includes(method) && paths.includes(path)
  }
  const acting = (await callsOf(queryRoutes as RegisterRoutes)).filter(call => !isRead(call))
  expect(acting.filter(call => !isAsked(call))).toEqual([])
  expect(paths.filter(path => !acting.some(call => call.endsWith(` ${path}`)))).toEqual([])
  expect((await callsOf(commandRoutes as RegisterRoutes)).filter(isAsked)).toEqual([])
})

test('the gateway sends the GET calls of the command-api to it', async () => {
  const read = (await callsOf(commandRoutes as RegisterRoutes)).filter(isRead)
  const paths = new Set(read.map(call => call.split(' ')[1]))
  const left = valuesOf('reads', 'not path').map(path => path.replace('*', ':id'))
  expect([...paths].sort()).toEqual(left.sort())
})

test('the gateway waits longer than a minute for uploads only', async () => {
  const [, prefix = ''] = /@uploads path (\S+)\*\n/.exec(caddyfile) ?? []
  const long = (await callsOf(commandRoutes as RegisterRoutes)).filter(call => call.includes(` ${prefix}`))
  expect(long).toEqual([`PUT ${prefix}:ticketId`])
  const limits = [...caddyfile.matchAll(/import instances command-api (\w+)/g)].map(([, limit]) => limit)
  expect(limits.filter(limit => limit !== '1m')).toEqual(['8m'])
})

test('the gateway passes on every call of both services', async () => {
  const calls = await Promise.all([commandRoutes, queryRoutes].map(add => callsOf(add as RegisterRoutes)))
  expect(calls.flat().filter(call => !/^\w+ \/api\//.test(call))).toEqual([])
  expect(valuesOf('reads', 'path')).toEqual(['/api', '/api/*'])
  expect(caddyfile).toContain('@acts path /api /api/*\n')
})

const root = path.resolve(import.meta.dirname, '../../..')

/** The headers of the gateway at this address, for pages and for other files. */
function headersAt(publicUrl: string) {
  const dist = mkdtempSync(path.join(tmpdir(), 'tba-pages-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  writeFileSync(path.join(dist, 'pages.json'), '{"/":"index.html"}')
  writeFileSync(path.join(dist, 'headers.json'), '{"Referrer-Policy":"same-origin"}')
  const config = execFileSync(
    path.join(root, 'node_modules/.bin/node'),
    [path.join(root, 'infra/containers/pages-config.mjs'), dist],
    { env: { ...process.env, PUBLIC_URL: publicUrl }, encoding: 'utf8' },
  )
  const of = (snippet: string) => {
    const [, body = ''] = new RegExp(`^\\(${snippet}\\) \\{\n([\\s\\S]*?)^\\}`, 'm').exec(config) ?? []
    return Object.fromEntries([...body.matchAll(/^\t\t(\S+) "(.*)"$/gm)].map(([, name, it]) => [name, it]))
  }
  return { page: of('page-headers'), other: of('protection') }
}

test.each(['https://bot.example', 'http://localhost:8080'])(
  'at %s the gateway protects pages and files like npm start, also behind another proxy',
  publicUrl => {
    const { 'cache-control': _, ...protection } = securityHeaders({
      isSecured: publicUrl.startsWith('https:'),
    })
    const { page, other } = headersAt(publicUrl)
    expect(other).toEqual(protection)
    expect(page).toEqual({ ...protection, 'referrer-policy': 'same-origin', 'cache-control': 'no-cache' })
  },
)
