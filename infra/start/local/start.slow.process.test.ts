import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { run, runningPostgres, stop, temporaryFolder, until, withDatabase } from '../../tests/support/run.ts'

test('a start protects its folder and database, a signal stops everything, and the next start finds all data', async () => {
  const dataDir = path.join(temporaryFolder(), 'dati')
  const first = run({ env: { DATA_DIR: dataDir } })
  await first.ready
  const modeOf = (name: string) => (fs.statSync(path.join(dataDir, name)).mode & 0o777).toString(8)
  const modes = ['.', 'keys.json', 'postgres.log', 'postgres'].map(modeOf)
  expect(modes).toEqual(['700', '600', '600', '700'])
  const all = fs.readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  expect(
    all.filter(name => fs.existsSync(path.join(dataDir, name)) && !/^[67]00$/.test(modeOf(name))),
  ).toEqual([])

  const keyFile = path.join(dataDir, 'keys.json')
  const secrets = fs.readFileSync(keyFile, 'utf8')
  const keys = JSON.parse(secrets)
  fs.writeFileSync(keyFile, JSON.stringify({ ...keys, database: keys.kek }))
  await expect(withDatabase(dataDir, client => client.query('select 1'))).rejects.toThrow(/password/)
  fs.writeFileSync(keyFile, secrets)

  await withDatabase(dataDir, client => client.query("create table kept as select 'sì' as answer"))
  await stop(first)
  expect(runningPostgres(dataDir)).toEqual([])
  expect(first.errors()).toBe('')

  // PostgreSQL keeps confirmed data, even if its configuration file says otherwise.
  fs.appendFileSync(path.join(dataDir, 'postgres/postgresql.conf'), 'fsync = off\nsynchronous_commit = off\n')
  const second = run({ env: { DATA_DIR: dataDir } })
  await second.ready
  const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums']
  const [kept, set] = await withDatabase(dataDir, async client => [
    (await client.query('select answer from kept')).rows,
    (await client.query('select setting from pg_settings where name = any ($1)', [settings])).rows,
  ])
  expect(kept).toEqual([{ answer: 'sì' }])
  expect(set).toEqual(settings.map(() => ({ setting: 'on' })))
  expect(fs.readFileSync(keyFile, 'utf8')).toBe(secrets)
  second.child.kill('SIGINT')
  expect(await second.ended).toBe(0)
  expect(runningPostgres(dataDir)).toEqual([])
})

test('a start killed while it creates the database leaves a usable folder', async () => {
  const dataDir = temporaryFolder()
  const first = run({ env: { DATA_DIR: dataDir } })
  await first.says(/Creating the database/)
  first.child.kill('SIGKILL')
  await first.ended
  await run({ env: { DATA_DIR: dataDir } }).ready
})

// `script` gives a program a terminal, which ends with it.
const canHaveTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

test.runIf(canHaveTerminal)('closing the terminal stops everything in order', async () => {
  const dataDir = temporaryFolder()
  const main = path.join(import.meta.dirname, 'main.ts')
  const command = ['script', '--quiet', '--command', `exec '${process.execPath}' '${main}'`, '/dev/null']
  const terminal = run({ env: { DATA_DIR: dataDir, SHELL: '/bin/sh' }, command })
  await terminal.says(/^ready: /m)
  terminal.child.kill('SIGKILL')
  await until(() => runningPostgres(dataDir).length === 0)
  // Only an orderly shutdown logs this.
  expect(fs.readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')).toMatch(/is shut down\n$/)
})

test('a second signal ends the product at once, with its PostgreSQL', async () => {
  const dataDir = temporaryFolder()
  const { ready, child, ended, says } = run({ env: { DATA_DIR: dataDir } })
  await ready
  child.kill('SIGTERM')
  await says(/Stopping/)
  child.kill('SIGTERM')
  await ended
  await until(() => runningPostgres(dataDir).length === 0)
})
