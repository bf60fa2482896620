import fs from 'node:fs'
import path from 'node:path'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { expectRefusal, run, runningPostgres, stop, temporaryFolder } from '../../tests/support/run.ts'

let used: string | undefined
afterAll(() => used && fs.rmSync(used, { recursive: true }))

/** A used data folder after an orderly stop: created once, then copied. */
async function usedFolder(): Promise<string> {
  const dataDir = temporaryFolder()
  if (used) {
    fs.cpSync(used, dataDir, { recursive: true })
    // Copied folders get default modes, with which PostgreSQL would refuse them.
    fs.chmodSync(path.join(dataDir, 'postgres'), 0o700)
    return dataDir
  }
  const product = run({ env: { DATA_DIR: dataDir } })
  await product.ready
  await stop(product)
  used = quickFolder('tba used ')
  fs.cpSync(dataDir, used, { recursive: true })
  return dataDir
}

async function expectFolderRefusal(DATA_DIR: string, sentence: RegExp): Promise<void> {
  await expectRefusal({ env: { DATA_DIR } }, sentence)
  expect(runningPostgres(DATA_DIR)).toEqual([])
}

test('reports a data folder without write permission in one sentence, also to root', async () => {
  const file = path.join(temporaryFolder(), 'file')
  fs.writeFileSync(file, '')
  await expectFolderRefusal(
    path.join(file, 'dati'),
    /^The data folder .* cannot be used: a part of its path is no folder\.$/m,
  )
  await expectFolderRefusal(file, /^The data folder .* cannot be used: something that is no folder has/)
})

test('does not touch the data of another PostgreSQL version', async () => {
  const dataDir = await usedFolder()
  fs.writeFileSync(path.join(dataDir, 'postgres/PG_VERSION'), '16\n')
  await expectFolderRefusal(dataDir, /^The data in .* are of PostgreSQL 16, and this is PostgreSQL 18: /)
})

test.each(['global/pg_control', 'base'])(
  'data without %s are reported as damaged in one sentence',
  async name => {
    const dataDir = await usedFolder()
    fs.rmSync(path.join(dataDir, 'postgres', name), { recursive: true })
    await expectFolderRefusal(dataDir, /^The data in .* damaged: .*\.$/m)
  },
)

test('a second start on a used folder is refused, and does not harm the first', async () => {
  const dataDir = temporaryFolder()
  const first = run({ env: { DATA_DIR: dataDir } })
  const port = await first.ready
  const second = run({ env: { DATA_DIR: dataDir } })
  expect(await second.ended).toBe(1)
  expect(second.output()).toBe(`Another start is using the data folder ${dataDir} already.\n`)
  expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200)
  expect(runningPostgres(dataDir)).not.toEqual([])
})
