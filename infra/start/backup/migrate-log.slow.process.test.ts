import { expect, test } from 'vitest'
import { run, script, temporaryFolder } from '../../tests/support/run.ts'

test.each([
  [[]],
  [['--to', 'mysql://localhost/log']],
  [['--from', 'postgres://h/a', '--to', 'postgres://h/a']],
])('prints the usage for a missing, wrong or equal address: %s', async args => {
  const command = script('backup/migrate-log.main.ts', ...args)
  const refused = run({ env: { DATA_DIR: temporaryFolder() }, command })
  expect(await refused.ended).toBe(1)
  expect(refused.errors()).toMatch(/^(--to has to be a .*\. )?Name both logs: .*\n$/)
})
