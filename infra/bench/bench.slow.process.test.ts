import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { benches, checkout, withWrk } from '../tests/conventions/commands.ts'
import { npmRun } from '../tests/support/npm-run.ts'
import { temporaryFolder } from '../tests/support/run.ts'
import { needWrk } from './wrk.ts'

const hasWrk = await needWrk().then(
  () => true,
  () => false,
)
const needsWrk = 'This benchmark needs wrk, a load generator: apt-get install wrk.\n'

test.each(Object.entries({ ...benches, ...(hasWrk && withWrk) }))(
  'npm run %s works in its smallest size',
  async (command, { args, says, code = 0 }) => {
    const { ended, output } = npmRun({ command, args, cwd: checkout, env: { DATA_DIR: temporaryFolder() } })
    expect([await ended, output()]).toEqual([code, expect.stringMatching(says)])
  },
)

test.each(Object.keys(withWrk))('where wrk is missing, npm run %s says so at once', command => {
  const [, name = ''] = command.split(' ')
  const done = spawnSync(process.execPath, [path.join(import.meta.dirname, 'main.ts'), name], {
    env: { PATH: import.meta.dirname },
    encoding: 'utf8',
  })
  expect([done.status, done.stdout, done.stderr]).toEqual([1, '', needsWrk])
})
