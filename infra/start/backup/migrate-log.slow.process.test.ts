import { expectRefusal, script, temporaryFolder } from '../../tests/support/run.ts'

test.each([
  [[]],
  [['--to', 'mysql://localhost/log']],
  [['--from', 'postgres://h/a', '--to', 'postgres://h/a']],
])('prints the usage for a missing, wrong or equal address: %s', async args => {
  const command = script('backup/migrate-log.main.ts', ...args)
  const sentence = /^(--to has to be a .*\. )?Name both logs: /
  await expectRefusal({ env: { DATA_DIR: temporaryFolder() }, command }, sentence)
})
