import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { livingPostgres, run, temporaryFolder, until, withDatabase } from '../../tests/support/run.ts'

test('only their owner can read the keys, the log of PostgreSQL and whatever else is in the data folder', async () => {
  const dataDir = path.join(temporaryFolder(), 'dati')
  await run({ env: { DATA_DIR: dataDir } }).ready
  const modeOf = (name: string) => (fs.statSync(path.join(dataDir, name)).mode & 0o777).toString(8)
  expect(modeOf('.')).toBe('700')
  expect(modeOf('keys.json')).toBe('600')
  expect(modeOf('postgres.log')).toBe('600')
  expect(modeOf('postgres')).toBe('700')
  const all = fs.readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  expect(all).toContain('lock')
  expect(
    all.filter(name => fs.existsSync(path.join(dataDir, name)) && !/^[67]00$/.test(modeOf(name))),
  ).toEqual([])
})

test('PostgreSQL keeps what it has confirmed, whatever its configuration file says', async () => {
  const dataDir = temporaryFolder()
  const first = run({ env: { DATA_DIR: dataDir } })
  await first.ready
  first.child.kill('SIGTERM')
  await first.ended
  fs.appendFileSync(path.join(dataDir, 'postgres/postgresql.conf'), 'fsync = off\nsynchronous_commit = off\n')
  await run({ env: { DATA_DIR: dataDir } }).ready
  const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums']
  const { rows } = await withDatabase(dataDir, client =>
    client.query('select setting from pg_settings where name = any ($1)', [settings]),
  )
  expect(rows).toEqual(settings.map(() => ({ setting: 'on' })))
})

test('PostgreSQL lets nobody in without the password of this installation', async () => {
  const dataDir = temporaryFolder()
  await run({ env: { DATA_DIR: dataDir } }).ready
  const file = path.join(dataDir, 'keys.json')
  const keys = JSON.parse(fs.readFileSync(file, 'utf8'))
  fs.writeFileSync(file, JSON.stringify({ ...keys, database: keys.kek }))
  await expect(withDatabase(dataDir, client => client.query('select 1'))).rejects.toThrow(/password/)
})

test('a start that is stopped while it makes the database leaves a folder that the next start can use', async () => {
  const dataDir = temporaryFolder()
  const first = run({ env: { DATA_DIR: dataDir } })
  await first.says(/Creating the database/)
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(first.errors()).toBe('')
  await run({ env: { DATA_DIR: dataDir } }).ready
})

test('a start that is killed while it makes the database leaves a folder that the next start can use', async () => {
  const dataDir = temporaryFolder()
  const first = run({ env: { DATA_DIR: dataDir } })
  await first.says(/Creating the database/)
  first.child.kill('SIGKILL')
  await first.ended
  await run({ env: { DATA_DIR: dataDir } }).ready
})

// `script` gives a program a terminal, which is gone with it.
const canHaveTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

test.runIf(canHaveTerminal)('a terminal that is closed stops everything in good order', async () => {
  const dataDir = temporaryFolder()
  const main = path.join(import.meta.dirname, 'main.ts')
  const command = ['script', '--quiet', '--command', `exec '${process.execPath}' '${main}'`, '/dev/null']
  const terminal = run({ env: { DATA_DIR: dataDir, SHELL: '/bin/sh' }, command })
  await terminal.says(/^ready: /m)
  terminal.child.kill('SIGKILL')
  await until(() => livingPostgres(dataDir).length === 0)
  // Only a shutdown in good order says this.
  expect(fs.readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')).toMatch(/is shut down\n$/)
})

test('a second signal ends the product at once, and leaves no PostgreSQL behind', async () => {
  const dataDir = temporaryFolder()
  const { ready, child, ended, says } = run({ env: { DATA_DIR: dataDir } })
  await ready
  child.kill('SIGTERM')
  await says(/Stopping/)
  child.kill('SIGTERM')
  await ended
  await until(() => livingPostgres(dataDir).length === 0)
  await run({ env: { DATA_DIR: dataDir } }).ready
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s stops everything that a start started, and the next start finds all data',
  async signal => {
    const dataDir = temporaryFolder()
    const first = run({ env: { DATA_DIR: dataDir } })
    await first.ready
    await withDatabase(dataDir, client => client.query("create table kept as select 'sì' as answer"))
    const secrets = fs.readFileSync(path.join(dataDir, 'keys.json'), 'utf8')
    first.child.kill(signal)
    expect(await first.ended).toBe(0)
    expect(livingPostgres(dataDir)).toEqual([])
    expect(first.errors()).toBe('')

    const second = run({ env: { DATA_DIR: dataDir } })
    await second.ready
    const { rows } = await withDatabase(dataDir, client => client.query('select answer from kept'))
    expect(rows).toEqual([{ answer: 'sì' }])
    expect(fs.readFileSync(path.join(dataDir, 'keys.json'), 'utf8')).toBe(secrets)
  },
)
