import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { postgresOn, signalIfAlive, stopLeftover } from '@tba/embedded-postgres/leftover.ts'
import {
  postmasterOf,
  type Run,
  run,
  runningPostgres,
  temporaryFolder,
  withDatabase,
} from '../../tests/support/run.ts'

async function startedWithData(): Promise<{ dataDir: string; first: Run }> {
  const dataDir = temporaryFolder({ isOnDisk: true })
  const first = run({ env: { DATA_DIR: dataDir } })
  await first.ready
  await withDatabase(dataDir, client => client.query('create table kept as select 1 as answer'))
  return { dataDir, first }
}

async function expectKept(dataDir: string): Promise<Run> {
  const next = run({ env: { DATA_DIR: dataDir } })
  await next.ready
  const { rows } = await withDatabase(dataDir, client => client.query('select answer from kept'))
  expect(rows).toEqual([{ answer: 1 }])
  return next
}

test('a start whose PostgreSQL is killed ends with one sentence, and the next one finds all data', async () => {
  const { dataDir, first } = await startedWithData()
  process.kill(postmasterOf(dataDir), 'SIGKILL')
  expect(await first.ended).toBe(1)
  expect(first.errors()).toMatch(/^PostgreSQL ended by itself \(signal SIGKILL\): .*\n$/)
  await expectKept(dataDir)
})

test('ends the orphans of a dead postmaster first, so that no second PostgreSQL runs beside them', async () => {
  const { dataDir, first } = await startedWithData()
  const postmaster = postmasterOf(dataDir)
  const orphans = runningPostgres(dataDir).filter(({ pid }) => pid !== postmaster)
  // Stopped processes, like one that waits for a disk, cannot notice the end of their parent.
  for (const { pid } of orphans) signalIfAlive(pid, 'SIGSTOP')
  first.child.kill('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  await first.ended
  const folder = path.join(dataDir, 'postgres')
  const stopped = stopLeftover(folder)
  expect(await Promise.race([stopped, nextTurn('waiting')])).toBe('waiting')
  for (const { pid } of orphans) signalIfAlive(pid, 'SIGCONT')
  expect(await stopped).toBe(true)
  expect(postgresOn(folder)).toEqual([])
})

test('a process with the id of a dead postmaster is neither harmed nor taken for it', async () => {
  const folder = path.join(temporaryFolder(), 'postgres')
  fs.mkdirSync(folder)
  const bystander = spawn('sleep', ['600'], { cwd: folder })
  onTestFinished(() => void bystander.kill())
  const pidFile = path.join(folder, 'postmaster.pid')
  fs.writeFileSync(pidFile, `${bystander.pid}\n${folder}\n1\n5432\n\n127.0.0.1\n`)
  expect(await stopLeftover(folder)).toBe(false)
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
  // PostgreSQL would refuse to start beside it.
  expect(fs.existsSync(pidFile)).toBe(false)
})
