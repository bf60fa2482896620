import { rmSync } from 'node:fs'
import path from 'node:path'
import { startCluster } from '@tba/testing/cluster.ts'
import { hasCaddy } from '../support/has-caddy.ts'
import { npmRun } from '../support/npm-run.ts'
import { copyOfTheProduct } from '../support/product-copy.ts'
import { temporaryFolder } from '../support/run.ts'
import { checkout, inCopy, onNothing, onRunning, onStopped, type Rows, servers } from './commands.ts'

type Place = { env?: NodeJS.ProcessEnv; cwd?: string; named?: Record<string, string> }

async function runAll(rows: Rows, { env = {}, cwd = checkout, named = {} }: Place): Promise<void> {
  for (const [command, { args = [], says, code = 0 }] of Object.entries(rows)) {
    const { ended, output } = npmRun({ command, args: args.map(arg => named[arg] ?? arg), cwd, env })
    expect([await ended, output()], `npm run ${command}`).toEqual([code, expect.stringMatching(says)])
  }
}

test('every documented command for the data of a start works', async () => {
  const month = { DATA_DIR: temporaryFolder() }
  const named = { BACKUP: path.join(temporaryFolder(), 'backup'), URL: '' }
  await runAll(onStopped, { env: month })
  for (const [command, { says }] of Object.entries(servers)) {
    if (command === 'start:services' && !hasCaddy) continue
    const server = npmRun({ command, cwd: checkout, env: month })
    await server.says(says)
    if (command === 'start') await runAll(onRunning, { env: month, named })
    server.stop()
    // npm ends by the signal itself.
    expect([0, 130, 'SIGINT'], server.output()).toContain(await server.ended)
  }
  await using cluster = await startCluster()
  named.URL = cluster.connectionString
  await runAll(onNothing, { env: { DATA_DIR: temporaryFolder() }, named })
})

test('every documented command that writes sources works', async () => {
  const cwd = copyOfTheProduct()
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  await runAll(inCopy, { cwd })
})
