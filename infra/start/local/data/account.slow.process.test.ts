import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import {
  expectRefusal,
  run,
  runningPostgres,
  stop,
  temporaryFolder,
  withDatabase,
} from '../../../tests/support/run.ts'

const nobody = 65_534
const isRoot = process.getuid?.() === 0
const canLend = isRoot && readableBy(nobody)

function readableBy(uid: number): boolean {
  const main = path.join(import.meta.dirname, '../main.ts')
  return spawnSync(process.execPath, ['--check', main], { uid, gid: uid, cwd: '/' }).status === 0
}

/** A path of programs that forbids user namespaces, like most containers. */
function pathWithout(...programs: string[]): string {
  const folder = temporaryFolder()
  for (const name of programs)
    fs.writeFileSync(path.join(folder, name), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  return `${folder}:${process.env.PATH}`
}

/** Starts, counts the starts in a table, stops. */
async function startOnce(env: { DATA_DIR: string; PATH?: string }, uid?: number): Promise<number> {
  const started = run({ env, uid })
  await started.ready
  const count = await withDatabase(env.DATA_DIR, async client => {
    await client.query('create table if not exists starts (at timestamptz default now())')
    await client.query('insert into starts default values')
    const { rows } = await client.query('select count(*)::int as count from starts')
    return rows[0].count
  })
  await stop(started)
  expect(runningPostgres(env.DATA_DIR)).toEqual([])
  return count
}

describe.runIf(isRoot)('root', () => {
  test('starts on a folder that only root can enter, with and without user namespaces', async () => {
    const dataDir = temporaryFolder()
    const forbidden = pathWithout('unshare')
    expect(await startOnce({ DATA_DIR: dataDir })).toBe(1)
    expect(await startOnce({ DATA_DIR: dataDir, PATH: forbidden })).toBe(2)
  })

  test('starts on a closed folder of another user', async () => {
    const closed = temporaryFolder()
    fs.chownSync(closed, nobody, nobody)
    expect(await startOnce({ DATA_DIR: path.join(closed, 'dati') })).toBe(1)
  })

  test('reports in one sentence that PostgreSQL cannot run as another user', async () => {
    const dataDir = temporaryFolder()
    const env = { DATA_DIR: dataDir, PATH: pathWithout('unshare', 'setpriv') }
    await expectRefusal({ env }, /^PostgreSQL does not run as root.*\.\n$/)
  })
})

describe.runIf(canLend)('an ordinary user', () => {
  test('starts on their own folder, without a home', async () => {
    const dataDir = temporaryFolder()
    fs.chownSync(dataDir, nobody, nobody)
    expect(await startOnce({ DATA_DIR: dataDir }, nobody)).toBe(1)
  })
})
