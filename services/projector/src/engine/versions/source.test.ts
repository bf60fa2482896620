import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { sourceOf } from './source.ts'

const files = {
  'bots.sql': 'create table bots (\n  id uuid primary key\n);\n',
  'bots.projection.ts': `import { idOf } from '@tba/events/streams.ts'
import { shown } from './shown.ts'
import type { Projection } from '../projection.ts'

export const bots: Projection = {
  name: 'bots',
  version: 1,
  on: { BotActivated: ({ stream }) => shown(idOf(stream)) },
}
`,
  'shown.ts': `export const shown = (id: string) => rows.put({ id })\n`,
}

const folder = quickFolder('tba-source-')

/** The source of a projection with these changed files. */
async function sourceWith(changed: Partial<typeof files> = {}): Promise<string> {
  for (const [name, text] of Object.entries({ ...files, ...changed }))
    await writeFile(path.join(folder, name), text)
  return sourceOf({ sql: pathToFileURL(path.join(folder, 'bots.sql')) })
}

const projection = files['bots.projection.ts']

test.each([
  ['a column', { 'bots.sql': files['bots.sql'].replace('uuid', 'text') }],
  ['a handler', { 'bots.projection.ts': projection.replace('idOf(stream)', 'stream') }],
  [
    'a function of the handler, in a file of the same folder',
    { 'shown.ts': files['shown.ts'].replace('put', 'fold') },
  ],
])('%s that changes makes another source', async (_, changed) =>
  expect(await sourceWith(changed)).not.toBe(await sourceWith()),
)

test.each([
  ['its version', { 'bots.projection.ts': projection.replace('version: 1', 'version: 2') }],
  [
    'a comment',
    { 'bots.projection.ts': projection.replace('  name', '  /**\n   * Why.\n   */\n  // And how.\n  name') },
  ],
  ['a comment above code', { 'shown.ts': `/** How. */\n${files['shown.ts']}` }],
  ['a comment in the SQL', { 'bots.sql': `-- Active ones.\n${files['bots.sql']}` }],
  ['indentation', { 'bots.projection.ts': projection.replaceAll('  ', '    ') }],
  ['line endings of another system', { 'bots.sql': files['bots.sql'].replaceAll('\n', '\r\n') }],
])('%s does not change the source', async (_, changed) =>
  expect(await sourceWith(changed)).toBe(await sourceWith()),
)

test.each(['/* Once. */CODE', 'CODE // Once.', 'version: 1, CODE', 'CODE, version: 1,'])(
  'code that shares its line counts: %s',
  async line => {
    const withCode = (code: string) =>
      sourceWith({ 'bots.projection.ts': `${projection}${line.replace('CODE', code)}` })
    expect(await withCode('one')).not.toBe(await withCode('other'))
  },
)
