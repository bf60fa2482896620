import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { commands } from '@tba/events/commands.ts'
import { streamCategories } from '@tba/events/contexts.ts'
import { registry } from '@tba/events/registry.ts'
import { projections } from '@tba/projector/projections.ts'
import { routes } from '@tba/query-api/routes.ts'
import { httpServer } from '@tba/runtime/http/http-server.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

const root = path.resolve(import.meta.dirname, '../../..')

/** The file of each exported object. */
async function homes(pattern: string): Promise<Map<unknown, string>> {
  const files = globSync(pattern, { cwd: root }).sort()
  const exported = await Promise.all(
    files.map(async file =>
      Object.values(await import(path.join(root, file))).map(value => [value, file] as const),
    ),
  )
  return new Map(exported.flat())
}

const sources = globSync('{services,packages}/*/src/**/*.ts', { cwd: root })
  .filter(file => !/\.test\.ts$|\/testing\//.test(file))
  .sort()
  .map(file => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))

/** The files that send a command. */
const sendersOf = (command: string) =>
  sources.filter(({ file, text }) => !file.startsWith('packages/events/') && text.includes(`'${command}'`))

type Call = { call: string; waitsFor: string[] }

/** The calls of the read side with their projections. Their hooks know which projections they wait for. */
async function readers(): Promise<Call[]> {
  const secrets = secretsFrom(newSecrets())
  const app = await httpServer({ secrets, publicUrl: 'http://localhost', limitScale: 1 })
  onTestFinished(() => app.close())
  const registered: { call: string; hooks: unknown[] }[] = []
  app.addHook('onRoute', ({ method, url, onRequest }) => {
    if (method !== 'HEAD') registered.push({ call: `${method} ${url}`, hooks: [onRequest].flat() })
  })
  let waitedFor: string[] = []
  const freshness = {
    async reach(names: readonly string[]) {
      waitedFor = [...names]
      return true
    },
    async reachHead() {},
  }
  // Registering uses nothing else of the dependencies.
  routes(app, { freshness } as unknown as Parameters<typeof routes>[1])
  // The routes are in a scope that opens only now.
  await app.ready()

  const calls: Call[] = []
  for (const { call, hooks } of registered) {
    waitedFor = []
    for (const hook of hooks) await attempt(hook)
    if (/ \/api\/(?!docs)/.test(call)) calls.push({ call, waitsFor: waitedFor })
  }
  return calls
}

type Hook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => Promise<void>

/** Hooks that refuse a request do not matter here. */
async function attempt(hook: unknown): Promise<void> {
  const request = { after: ['somewhere'], headers: {}, query: {} } as unknown as FastifyRequest
  try {
    await (hook as Hook)(request, {} as FastifyReply, () => {})
  } catch {
    // A refusal.
  }
}

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`
const heading = (...cells: string[]) => [row(...cells), row(...cells.map(() => '---'))]
const code = (text: string) => `\`${text}\``
const linked = (file: string | undefined) => `[${path.basename(file ?? '?')}](../../${file})`
const list = (texts: readonly string[]) => texts.map(code).join('<br>')
const heardBy = (on: object) =>
  Object.keys(on).length === Object.keys(registry).length ? 'every event' : list(Object.keys(on))

test('the table of contents matches the code', async () => {
  const deciding = await homes('packages/events/src/*/*.decider.ts')
  const written = Object.entries(commands).map(([name, kind]) => {
    const streamOf = streamCategories[kind].stream as (id: string) => string
    const senders = sendersOf(name).map(({ file }) => linked(file))
    return row(
      code(name),
      senders.join('<br>'),
      linked(deciding.get(streamCategories[kind].decider)),
      code(streamOf('…')),
    )
  })

  const files = await homes('services/projector/src/*/*.projection.ts')
  const calls = await readers()
  const read = projections.map(projection => {
    const { name, tables, on } = projection
    const asked = calls.filter(({ waitsFor }) => waitsFor.includes(name)).map(({ call }) => call)
    const filled = tables.map(table => `read.${table.name}`)
    return row(code(name), linked(files.get(projection)), heardBy(on), list(filled), list(asked))
  })

  const contents = [
    '# Table of contents',
    '',
    'Generated from the code by `npm run fix`. A test checks it.',
    '',
    '## Writing: each command with its senders, its decider and its stream',
    '',
    ...heading('command', 'senders', 'decider', 'stream'),
    ...written,
    '',
    '## Reading: each projection with its events, its tables and the calls that wait for it',
    '',
    ...heading('projection', 'file', 'events', 'tables', 'calls'),
    ...read,
    '',
  ]
  await expect(contents.join('\n')).toMatchFileSnapshot(path.join(root, 'infra/docs/contents.md'))
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.filter(({ waitsFor }) => waitsFor.length === 0)).toEqual([])
  expect(contents.join('\n')).not.toContain('[?]')
})

test('the download of a customer’s data waits for every table that it reads', async () => {
  const files = /query-api\/src\/\w+\/(find-personal-data|.*\.reads)\.ts$/
  const asked = new Set(
    sources
      .filter(({ file }) => files.test(file))
      .flatMap(({ text }) => [...text.matchAll(/\b(?:from|join) read\.(\w+)/g)].map(([, table]) => table)),
  )
  const made = projections.filter(({ tables }) => tables.some(({ name }) => asked.has(name)))
  const call = (await readers()).find(({ call }) => call === 'GET /api/user/data')
  expect(made.length).toBeGreaterThan(0)
  expect(made.map(({ name }) => name).filter(name => !call?.waitsFor.includes(name))).toEqual([])
})

test('every command is sent from somewhere', () =>
  expect(Object.keys(commands).filter(name => sendersOf(name).length === 0)).toEqual([]))

test('only commands, tracking, and the views and exports of administrators write to the log', () => {
  const writers = sources.filter(({ text }) => /\blog\.append\(/.test(text)).map(({ file }) => file)
  expect(writers).toEqual([
    'packages/runtime/src/commands/execute.ts',
    'services/command-api/src/tracking/track.ts',
    'services/query-api/src/admins/exporter.ts',
    'services/query-api/src/console/record-person.ts',
    'services/query-api/src/history/open-event.route.ts',
    'services/query-api/src/replays/result.route.ts',
    'services/query-api/src/sql/sql.routes.ts',
  ])
})
