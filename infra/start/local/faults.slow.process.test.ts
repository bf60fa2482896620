import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { freePort } from '@tba/embedded-postgres/free-port.ts'
import { startCluster } from '@tba/testing/cluster.ts'
import { perFile } from '@tba/testing/per-file.ts'
import { completed, expectRefusal, run, script, temporaryFolder } from '../../tests/support/run.ts'

/** What each command of `infra/start.mjs` runs, in its least form. Null: it reads no data. */
const commands: Record<string, string[] | null> = {
  install: null,
  build: null,
  new: null,
  fix: null,
  bench: null,
  screenshots: null,
  test: null,
  'test:slow': null,
  'test:containers': null,
  'test:mutants': null,
  faults: null,
  attack: null,
  start: script('local/main.ts'),
  // It says first that Caddy is missing, where it is.
  'start:services': null,
  dev: script('dev/main.ts'),
  demo: script('demo/main.ts', '--visits', '50'),
  verify: script('maintenance/verify.ts'),
  'rotate-keys': script('maintenance/rotate-keys.ts'),
  'new-generation': script('maintenance/new-generation.ts'),
  backup: script('backup/backup.main.ts', path.join('/proc', 'x')),
  restore: script('backup/restore.main.ts', '/proc/x'),
  'migrate:log': script('backup/migrate-log.main.ts', '--to', 'postgres://tba:secret@127.0.0.1:1/none'),
  lake: script('lake/lake.main.ts', 'verify'),
  replay: script('replay/replay.main.ts'),
  sql: script('sql/sql.main.ts', 'select 1'),
  parked: script('maintenance/parked.ts', 'list'),
  admin: script('maintenance/admin.ts', 'reset-totp', 'admin@example.com'),
}
const onData = Object.entries(commands).flatMap(([name, command]) => (command ? [{ name, command }] : []))

async function expectSentence(command: string[], env: NodeJS.ProcessEnv, sentence = /\S/): Promise<void> {
  expect(await expectRefusal({ env, command }, sentence)).not.toMatch(/\n +at |secret/)
}

const cluster = await perFile(startCluster())

test('every command of the product is in the table', () => {
  const source = fs.readFileSync(path.resolve(import.meta.dirname, '../../start.mjs'), 'utf8')
  const [, table = ''] = /^const commands = \{\n(.*?)^\}/ms.exec(source) ?? []
  const names = [...table.matchAll(/^ {2}'?([\w:-]+)'?:/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(15)
  expect(Object.keys(commands).sort()).toEqual(names.sort())
})

test.each(onData)(
  '$name says in one sentence what is wrong with its folder and its database',
  async given => {
    const { command } = given
    const file = path.join(temporaryFolder(), 'file')
    fs.writeFileSync(file, '')
    await expectSentence(command, { DATA_DIR: file })
    const DATA_DIR = temporaryFolder()
    const dead = `postgres://tba:secret@127.0.0.1:${await freePort()}/tba`
    await expectSentence(command, { DATA_DIR, DATABASE_URL: dead })
    const wrong = Object.assign(new URL(cluster.connectionString), { password: 'secret' }).href
    await expectSentence(command, { DATA_DIR, DATABASE_URL: wrong })
    const missing = Object.assign(new URL(cluster.connectionString), { pathname: '/missing' }).href
    await expectSentence(command, { DATA_DIR, DATABASE_URL: missing })
  },
)

/** A data folder with all that a shell, an address or a library could take for something else. */
const oddName = `a?b#c%20d "e" 'f' è $g ${'x'.repeat(90)}`

test('with an odd name of the data folder every command works, and names what else is wrong', async () => {
  const DATA_DIR = path.join(temporaryFolder(), oddName)
  const env = { DATA_DIR }
  await completed({ env, command: commands.demo ?? [] })
  const backup = (folder: string) => script('backup/backup.main.ts', folder)
  const parquet = script('replay/replay.main.ts', '--format', 'parquet')
  const product = run({ env })
  await product.ready
  for (const command of [
    ...[commands.verify, commands['rotate-keys'], commands.sql, commands.parked].map(each => each ?? []),
    ...[backup(path.join(DATA_DIR, 'backup')), parquet],
  ])
    await completed({ env, command })
  await expectSentence(backup('/proc/x'), env, /proc/)
  await expectSentence(backup(path.join(DATA_DIR, 'keys.json')), env, /keys\.json/)
  await expectSentence(parquet, { ...env, TMPDIR: '/nowhere' }, /nowhere/)
  const full = smallDisk()
  if (full === null) return
  fs.writeFileSync(path.join(full, 'filling'), Buffer.alloc(1_000_000))
  await expectSentence(backup(path.join(full, 'backup')), env, /no space left/)
  await expectSentence(parquet, { ...env, TMPDIR: full }, /space|full|write/i)
  await expectSentence(commands.start ?? [], { DATA_DIR: full }, /space|full/)
})

/** A disk of 1 MiB. Null where this user may not make one, which is said. */
function smallDisk(): string | null {
  const folder = temporaryFolder()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
  if (mounted.status !== 0) {
    console.warn('SKIPPED: this user may not mount a small disk, so a full one is not tested.')
    return null
  }
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  return folder
}
