import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')
const biome = path.join(root, 'node_modules/.bin/biome')

/** The forbidden imports that the linter finds in a checkout with only our rules. Each of its files has one import. */
function refused(imports: readonly (readonly [file: string, imported: string])[]): string[] {
  const checkout = mkdtempSync(path.join(tmpdir(), 'tba-boundaries-'))
  onTestFinished(() => rmSync(checkout, { recursive: true }))
  for (const name of ['biome.json', '.gitignore'])
    copyFileSync(path.join(root, name), path.join(checkout, name))
  const planted = imports.map(([file, imported], at) => {
    const name = file.replace('planted', `planted${at}`)
    mkdirSync(path.dirname(path.join(checkout, name)), { recursive: true })
    writeFileSync(path.join(checkout, name), `import { x } from '${imported}'\n\nconsole.log(x)\n`)
    return { name, is: `${file} imports ${imported}` }
  })
  const lint = ['lint', '--max-diagnostics=none', '.']
  const { stdout, stderr } = spawnSync(biome, lint, { cwd: checkout, encoding: 'utf8' })
  const output = stdout + stderr
  // The file with the rules counts too.
  expect(output).toContain(`Checked ${imports.length + 1} files`)
  return planted.flatMap(({ name, is }) =>
    new RegExp(`${RegExp.escape(name)}:\\S+ lint/style/noRestrictedImports`).test(output) ? [is] : [],
  )
}

const forbidden = [
  ['services/query-api/src/planted.ts', '@tba/command-api/app.ts'],
  ['services/query-api/src/planted.ts', '@tba/projector/run.ts'],
  ['services/command-api/src/planted.ts', '@tba/query-api/app.ts'],
  ['services/command-api/src/planted.ts', '@tba/infra/start/local/compose.ts'],
  ['services/projector/src/planted.ts', '@tba/command-api/app.ts'],
  ['packages/runtime/src/planted.ts', '@tba/command-api/app.ts'],
  ['packages/events/src/planted.ts', '@tba/runtime/http/http-server.ts'],
  ['packages/events/src/planted.ts', '@tba/event-store/port.ts'],
  ['packages/events/src/planted.ts', 'pg'],
  ['packages/event-store/src/planted.ts', '@tba/events/event.ts'],
  ['packages/runtime/src/planted.ts', '@tba/event-store/postgres/store.ts'],
  ['services/projector/src/planted.ts', '@tba/event-store/postgres/store.ts'],
  ['packages/event-store/src/planted.ts', '@tba/runtime/postgres/pool.ts'],
  ['web/src/planted.ts', '@tba/runtime/http/http-server.ts'],
  ['web/src/planted.ts', '@tba/event-store/port.ts'],
  ['services/query-api/src/planted.ts', '../../command-api/src/app.ts'],
  ['packages/events/src/planted.ts', '../../runtime/src/http/http-server.ts'],
  ['packages/event-store/src/planted.ts', '../../events/src/event.ts'],
  ['packages/embedded-postgres/src/planted.ts', '@tba/runtime/postgres/pool.ts'],
  ['packages/postgres/src/planted.ts', '@tba/event-store/port.ts'],
  ['packages/testing/src/planted.ts', '@tba/event-store/open.ts'],
  ['services/projector/src/planted.ts', '@tba/testing/database.ts'],
  ['packages/runtime/src/planted.ts', '@tba/embedded-postgres/start.ts'],
  ['web/src/planted.ts', '@tba/testing/database.ts'],
  ['services/projector/src/planted.db.test.ts', '../../../infra/tests/support/product.ts'],
  ['packages/runtime/src/planted.test.ts', '@tba/infra/tests/support/product.ts'],
] as const

const allowed = [
  ['services/query-api/src/planted.ts', '@tba/events/setup/views.ts'],
  ['services/query-api/src/planted.ts', '@tba/runtime/http/http-server.ts'],
  ['services/command-api/src/planted.ts', '@tba/event-store/port.ts'],
  ['packages/runtime/src/planted.ts', '@tba/events/failure.ts'],
  ['packages/runtime/src/planted.ts', '@tba/event-store/port.ts'],
  ['packages/event-store/src/planted.ts', '@tba/postgres/client.ts'],
  ['packages/embedded-postgres/src/planted.ts', '@tba/postgres/client.ts'],
  ['web/src/planted.ts', '@tba/events/setup/views.ts'],
  ['packages/testing/src/planted.ts', '@tba/embedded-postgres/start.ts'],
  ['services/projector/src/planted.db.test.ts', '@tba/testing/database.ts'],
  ['infra/start/local/planted.ts', '@tba/command-api/app.ts'],
] as const

test('packages import each other only as ARCHITECTURE.md allows', () => {
  expect(refused(forbidden)).toEqual(forbidden.map(([file, imported]) => `${file} imports ${imported}`))
  expect(refused(allowed)).toEqual([])
})
