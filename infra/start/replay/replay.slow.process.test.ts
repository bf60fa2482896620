import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { historyEvent } from '@tba/events/history/views.ts'
import { expect, test } from 'vitest'
import { run, runningPostgres, script, start, temporaryFolder, withLog } from '../../tests/support/run.ts'

const checkout = path.resolve(import.meta.dirname, '../../..')
/** A shell command in the checkout, on these data. */
function shell(dataDir: string, command: string) {
  const { EVENTSTORE_URL, ...given } = process.env
  const env = { ...given, DATA_DIR: dataDir }
  const done = spawnSync('bash', ['-o', 'pipefail', '-c', command], {
    ...{ cwd: checkout, env, encoding: 'utf8' },
    // Node ends the command by a signal if the output is larger.
    maxBuffer: 64 * 1024 ** 2,
  })
  return { code: done.status, out: done.stdout, errors: done.stderr }
}

/** The command without npm and the install check, which take time. */
const replay = `'${process.execPath}' infra/start/replay/replay.main.ts`

test('a replay writes only data to standard output, with and without a running product', async () => {
  const dataDir = temporaryFolder()
  // One of 50 visits leaves a lead.
  const asked = ['--visits', '400', '--password', 'segreta-di-prova']
  const filling = run({ env: { DATA_DIR: dataDir }, command: script('demo/main.ts', ...asked) })
  expect(await filling.ended).toBe(0)

  const whole = shell(dataDir, 'npm run --silent replay')
  expect([whole.code, whole.errors]).toEqual([0, expect.stringMatching(/Played [\d,]+ events/)])
  expect(runningPostgres(dataDir)).toEqual([])
  const events = whole.out
    .trimEnd()
    .split('\n')
    .map(line => historyEvent.parse(JSON.parse(line)))
  expect(events.length).toBeGreaterThan(200)
  expect(events.map(({ position }) => position)).toEqual(events.map(({ position }) => position).toSorted())

  const product = start({ env: { DATA_DIR: dataDir } })
  try {
    await product.ready
    const stored = await withLog(dataDir, async log =>
      (await Array.fromAsync(log.readAll())).map(({ id }) => id),
    )
    const beside = shell(dataDir, replay)
    const ids = beside.out
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).id)
    expect(ids).toEqual(stored)
    expect(ids.slice(0, events.length)).toEqual(events.map(({ id }) => id))

    const csv = shell(dataDir, `${replay} --type LeadSubmitted --format csv`)
    const leads = events.filter(({ type }) => type === 'LeadSubmitted')
    expect(csv.out.trimEnd().split('\r\n')).toHaveLength(leads.length + 1)

    const wrong = shell(dataDir, `${replay} --from ieri`)
    expect(wrong).toEqual({ code: 1, out: '', errors: '--from is no time in ISO 8601: ieri.\n' })

    const stopped = run({
      env: { DATA_DIR: dataDir },
      command: script('replay/replay.main.ts', '--speed', '1'),
    })
    await stopped.says(/"position"/)
    stopped.child.kill('SIGINT')
    expect(await stopped.ended).toBe(130)
  } finally {
    product.child.kill('SIGTERM')
    await product.ended
  }
})
