import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { checkout, faultRuns } from '../tests/conventions/commands.ts'
import { hasCaddy } from '../tests/support/has-caddy.ts'
import { npmRun } from '../tests/support/npm-run.ts'

/** A run takes six minutes. One that waits for a letter takes five more. */
const limitMs = 20 * 60_000
const dayMs = 24 * 3_600_000

test.skipIf(!hasCaddy).each(Object.entries(faultRuns))(
  'nothing is lost, doubled or hidden by the five kinds of faults that today draws: npm run %s',
  async (command, { args = [], says }) => {
    const data = path.join(checkout, '.data')
    mkdirSync(data, { recursive: true })
    // A failed run leaves its data there, and prints the command that repeats it.
    const folder = mkdtempSync(path.join(data, 'faults-'))
    const today = String(Math.floor(Date.now() / dayMs))
    const run = npmRun({
      command,
      args: [...args, '--seed', today],
      cwd: checkout,
      env: { DATA_DIR: folder },
    })
    const code = await run.ended
    const findings = run.output().match(/^ {2}\S+: .+$/gm)
    expect(findings).toBeNull()
    expect([code, run.output()]).toEqual([0, expect.stringMatching(says)])
    rmSync(folder, { recursive: true })
  },
  limitMs,
)
