import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { perFile } from '@tba/testing/per-file.ts'
import openapiTS, { astToString } from 'openapi-typescript'
import { z } from 'zod'
import { openProduct } from '../support/product.ts'
import { routesOf } from '../support/routes.ts'

const events = path.resolve(import.meta.dirname, '../../../packages/events/src')
const contexts = globSync('*/events.ts', { cwd: events }).map(file => path.dirname(file))

const answer = z.object({
  description: z.string().regex(/^(?!Default Response)\S/),
  content: z.record(z.string(), z.object({ schema: z.looseObject({}) })).optional(),
})
const operation = z.object({
  operationId: z.string().regex(/^[a-z][A-Za-z0-9]+$/),
  tags: z.tuple([z.enum(['operations', ...contexts])]),
  summary: z.string().regex(/^[A-ZÈ][^\n]{5,80}[^.\n]$/),
  security: z.array(
    z.record(z.enum(['customer', 'administrator']), z.array(z.never())).or(z.looseObject({})),
  ),
  requestBody: z.object({ content: z.record(z.string(), z.looseObject({})) }).optional(),
  parameters: z.array(z.looseObject({ in: z.string(), name: z.string() })).optional(),
  responses: z.record(z.string(), answer),
})
type Operation = z.infer<typeof operation>

const document = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))),
  components: z.object({ schemas: z.record(z.string(), z.unknown()), securitySchemes: z.looseObject({}) }),
})

const product = await perFile(openProduct({ publicUrl: 'https://listino.test' }))
const { status, body } = await product.visitor().get('/api/docs/json')
expect(status).toBe(200)
const paths = document.parse(body).paths
const source = JSON.stringify(body)
const calls = routesOf(product.app)
  .filter(({ url }) => !url.startsWith('/api/docs'))
  .map(({ method, url }) => {
    const path = url.replace(/:(\w+)/g, '{$1}')
    return { call: `${method} ${url}`, documented: paths[path]?.[String(method).toLowerCase()] }
  })

const of = (call: string): Operation => {
  const found = calls.find(known => known.call === call)
  return operation.parse(found?.documented)
}

test('a strict OpenAPI linter finds no problem', async () => {
  // The sign-out link only answers 303.
  const rules = { 'operation-2xx-response': 'off' } as const
  const config = await createConfig({ extends: ['recommended-strict'], rules })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId, message, location }) => ({ ruleId, message, location }))).toEqual([])
})

test('every call is documented with a summary, its context and every kind of answer', () => {
  expect(calls.length).toBeGreaterThan(20)
  const gaps = calls.flatMap(({ call, documented }) => {
    const { error } = operation.safeParse(documented)
    return error ? [`${call}: ${documented ? z.prettifyError(error) : 'not documented'}`] : []
  })
  expect(gaps).toEqual([])
})

test('only existing calls are documented', () => {
  const documented = Object.values(paths).flatMap(path => Object.keys(path))
  expect(documented.length).toBe(calls.length)
})

test('every call describes its successful answer', () => {
  const silent = calls.filter(({ documented }) => {
    const { responses } = operation.parse(documented)
    return !Object.entries(responses).some(
      ([status, { content }]) => status === '303' || (/^2/.test(status) && content),
    )
  })
  expect(silent.map(({ call }) => call)).toEqual([])
})

/** What a developer writes with the generated types: a field that these do not know is an error. */
const client = `
import type { components, paths } from './api.ts'
type PathNode = components['schemas']['PathNode']
type Bot = NonNullable<paths['/api/user/bots']['post']['requestBody']>['content']['application/json']['botType']
type Table = paths['/api/admin/export/{type}']['get']['responses'][200]['content']['text/csv']
export const pages = ({ name, next }: PathNode): string[] => [name ?? '', ...next.flatMap(pages)]
export const bots: Bot[] = ['scalping', 'swing', 'conservative']
export const rows = (table: Table) => table.split('\\r\\n')
// @ts-expect-error no such bot
export const none: Bot = 'martingala'
`

test('a generated client compiles, and knows every field of requests and answers', async () => {
  const api = astToString(await openapiTS(source))
  // Any answer may have more headers.
  expect(api.match(/^.*(?<!\[name: string\]: |")\bunknown\b.*$/gm)).toBe(null)
  const root = path.resolve(import.meta.dirname, '../../..')
  const folder = await mkdtemp(path.join(root, 'node_modules/.generated-client-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = Object.entries({ api, client })
  await Promise.all(files.map(([name, text]) => writeFile(`${folder}/${name}.ts`, text)))
  const options = '--ignoreConfig --noEmit --strict --allowImportingTsExtensions --module nodenext --types'
  const args = [...options.split(' '), '', `${folder}/client.ts`]
  const compiling = promisify(execFile)(`${root}/node_modules/.bin/tsc`, args)
  expect(await compiling.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' })
})

test('the refusals of the hooks and the server are documented automatically', () => {
  const { responses, security } = of('POST /api/user/bots')
  expect(security).toEqual([{ customer: [] }])
  const named = ['201', '400', '401', '403', '409', '413', '415', '4XX', '5XX']
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(named))
  const schema = { $ref: '#/components/schemas/Failure' }
  expect(responses[409]?.content?.['application/json']?.schema).toEqual(schema)
})

test('the page runs only its own files and no inline scripts', async () => {
  const page = await product.visitor().get('/api/docs')
  expect(page.status).toBe(200)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toContain('unsafe')
  const linked = page.text.matchAll(/<(?:script|link)[^>]*(?:src|href)="([^"]+)"/g)
  const sources = [...linked].map(([, url]) => url)
  expect(sources.length).toBeGreaterThan(3)
  expect(page.text).not.toMatch(/<style|\son\w+=|<script>/)
  for (const url of sources) expect((await product.visitor().get(String(url))).status, url).toBe(200)
})
