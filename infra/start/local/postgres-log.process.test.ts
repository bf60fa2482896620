import fs from 'node:fs'
import path from 'node:path'
import { errorIn, openPostgresLog } from '@tba/embedded-postgres/log.ts'
import { temporaryFolder } from '../../tests/support/run.ts'

const mebibyte = Buffer.alloc(1024 * 1024, 'x')

test('PostgreSQL’s log never exceeds twice 5 MiB, and keeps the latest lines', () => {
  const folder = temporaryFolder()
  const log = openPostgresLog(path.join(folder, 'postgres.log'))
  for (let written = 0; written < 23; written++) log.write(mebibyte)
  log.write(Buffer.from('the last line\n'))
  log.close()
  const sizes = fs.readdirSync(folder).map(name => fs.statSync(path.join(folder, name)).size)
  expect(sizes).toHaveLength(2)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(5 * 1024 * 1024)
  expect(fs.readFileSync(log.file, 'utf8')).toMatch(/the last line\n$/)
})

test.runIf(fs.existsSync('/dev/full'))('a disk that is full is reported once, and nothing is thrown', () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => printed.mockRestore())
  const file = path.join(temporaryFolder(), 'postgres.log')
  fs.symlinkSync('/dev/full', file)
  const log = openPostgresLog(file)
  log.write(Buffer.from('FATAL:  no room\n'))
  log.write(Buffer.from('LOG:  shutting down\n'))
  expect(printed.mock.calls).toEqual([[`What PostgreSQL says cannot be kept in ${file}: the disk is full.`]])
  expect(log.lastError()).toBe('no room')
  log.close()
})

test('the sentence of a failed start has PostgreSQL’s reason, not its last line', () => {
  const log = openPostgresLog(path.join(temporaryFolder(), 'postgres.log'))
  log.write(Buffer.from('2026-01-01 10:00:00.000 UTC [1] LOG:  starting\n'))
  log.write(Buffer.from('2026-01-01 10:00:00.000 UTC [1] FATAL:  could not open file "global/pg_control"\n'))
  log.write(Buffer.from('2026-01-01 10:00:00.000 UTC [1] LOG:  database system is shut down\n'))
  expect(log.lastError()).toBe('could not open file "global/pg_control"')
  log.close()
})

test('the sentence of a failed initdb has the reason, not what came after it', () => {
  const reason = 'could not write to file "pg_wal/xlogtemp.7": No space left on device'
  const lines = [
    `2026-01-01 10:00:00.000 UTC [7] FATAL:  ${reason}`,
    'child process exited with exit code 1',
    'initdb: removing data directory "/data/postgres.initdb-1/data"',
  ]
  expect(errorIn(lines.join('\n'))).toBe(reason)
})
