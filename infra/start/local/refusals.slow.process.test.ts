import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { leads } from '@tba/projector/leads/leads.projection.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { livingPostgres, run, temporaryFolder, withDatabase } from '../../tests/support/run.ts'

let used: string | undefined
afterAll(() => used && fs.rmSync(used, { recursive: true }))

/** A data folder that a product has used and left in good order: made once, then copied. */
async function usedFolder(): Promise<string> {
  const dataDir = temporaryFolder()
  if (used) {
    fs.cpSync(used, dataDir, { recursive: true })
    // Copies of folders get the modes of new ones, with which PostgreSQL would refuse them whatever they hold.
    fs.chmodSync(path.join(dataDir, 'postgres'), 0o700)
    return dataDir
  }
  const { ready, child, ended } = run({ env: { DATA_DIR: dataDir } })
  await ready
  child.kill('SIGTERM')
  await ended
  used = quickFolder('tba used ')
  fs.cpSync(dataDir, used, { recursive: true })
  return dataDir
}

async function expectRefusal(env: NodeJS.ProcessEnv, sentence: RegExp): Promise<void> {
  const refused = run({ env })
  expect(await refused.ended).toBe(1)
  expect(refused.errors()).toMatch(sentence)
  expect(refused.errors().trimEnd()).not.toContain('\n')
  if (env.DATA_DIR) expect(livingPostgres(env.DATA_DIR)).toEqual([])
}

test('a taken port is told in one sentence', async () => {
  const other = net.createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise(resolve => other.once('listening', resolve))
  const { port } = other.address() as net.AddressInfo
  await expectRefusal(
    { DATA_DIR: temporaryFolder(), PORT: String(port) },
    new RegExp(`^Port ${port} is taken already: `),
  )
})

test('an address that is not this machine’s is told in one sentence', async () => {
  await expectRefusal(
    { DATA_DIR: temporaryFolder(), HOST: '192.0.2.1' },
    /^The address 192\.0\.2\.1 is not this machine's/,
  )
})

test('a data folder that cannot be written is told in one sentence, to root too', async () => {
  const file = path.join(temporaryFolder(), 'file')
  fs.writeFileSync(file, '')
  await expectRefusal(
    { DATA_DIR: path.join(file, 'dati') },
    /^The data folder .* cannot be used: a part of its path is no folder\.$/m,
  )
  await expectRefusal(
    { DATA_DIR: file },
    /^The data folder .* cannot be used: something that is no folder has/,
  )
})

test('a data folder where the system lets nobody make one is told in one sentence', async () => {
  await expectRefusal(
    { DATA_DIR: '/proc/nope/deeper' },
    /^The data folder \/proc\/nope\/deeper cannot be used: a part of its path does not exist/,
  )
})

test('a wrong setting is told in one sentence', async () => {
  await expectRefusal({ PORT: 'tremila' }, /^PORT has to be a whole number from 0 to 65535\.$/m)
})

test('a missing key file beside existing data is never replaced', async () => {
  const dataDir = await usedFolder()
  fs.rmSync(path.join(dataDir, 'keys.json'))
  await expectRefusal({ DATA_DIR: dataDir }, /^The key file .* is missing /)
  expect(fs.readdirSync(dataDir)).not.toContain('keys.json')
})

test('a damaged key file is told in one sentence', async () => {
  const dataDir = await usedFolder()
  fs.truncateSync(path.join(dataDir, 'keys.json'), 100)
  await expectRefusal({ DATA_DIR: dataDir }, /^The key file .* is damaged or incomplete: /)
})

test('the data of another PostgreSQL version are left alone', async () => {
  const dataDir = await usedFolder()
  fs.writeFileSync(path.join(dataDir, 'postgres/PG_VERSION'), '16\n')
  await expectRefusal(
    { DATA_DIR: dataDir },
    /^The data in .* are of PostgreSQL 16, and this is PostgreSQL 18: /,
  )
})

test.each(['PG_VERSION', 'global/pg_control', 'pg_wal', 'base', 'postgresql.conf', 'global'])(
  'data without %s are told to be damaged in one sentence',
  async name => {
    const dataDir = await usedFolder()
    fs.rmSync(path.join(dataDir, 'postgres', name), { recursive: true })
    await expectRefusal({ DATA_DIR: dataDir }, /^The data in .* damaged: .*\.$/m)
  },
)

test('a second start on a data folder in use says so and leaves the first unharmed', async () => {
  const dataDir = temporaryFolder()
  const first = run({ env: { DATA_DIR: dataDir } })
  const port = await first.ready
  const second = run({ env: { DATA_DIR: dataDir } })
  expect(await second.ended).toBe(1)
  expect(second.output()).toBe(`Another start is using the data folder ${dataDir} already.\n`)
  expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200)
  expect(livingPostgres(dataDir)).not.toEqual([])
})

test('of two starts at once on a fresh data folder exactly one runs', async () => {
  const dataDir = temporaryFolder()
  const starts = [run({ env: { DATA_DIR: dataDir } }), run({ env: { DATA_DIR: dataDir } })]
  const outcomes = await Promise.allSettled(starts.map(({ ready }) => ready))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a projection that changed without a new version is told in one sentence, with what to do', async () => {
  const dataDir = await usedFolder()
  const { ready, child, ended } = run({ env: { DATA_DIR: dataDir } })
  await ready
  await withDatabase(dataDir, client =>
    client.query(`comment on schema leads_v${leads.version} is 'folded with another one'`),
  )
  child.kill('SIGTERM')
  await ended
  await expectRefusal(
    { DATA_DIR: dataDir },
    new RegExp(
      `^The projection leads is another than .* both are version ${leads.version}: give it its next version`,
    ),
  )
})
