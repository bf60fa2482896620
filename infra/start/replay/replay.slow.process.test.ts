import { historyEvent } from '@tba/events/history/views.ts'
import {
  completed,
  run,
  runningPostgres,
  script,
  shell,
  temporaryFolder,
  withLog,
} from '../../tests/support/run.ts'

/** The command without npm and the install check, which take time. */
const replay = `'${process.execPath}' infra/start/replay/replay.main.ts`
/** An erased address has no stream in a file. */
const fileEvent = historyEvent.extend({ stream: historyEvent.shape.stream.nullable() })
const linesOf = ({ out }: { out: string }): { id: string }[] =>
  out
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

test('a replay writes only data to standard output, with and without a running product', async () => {
  const dataDir = temporaryFolder()
  // One of 50 visits leaves a lead.
  const asked = ['--visits', '400', '--password', 'segreta-di-prova']
  await completed({ env: { DATA_DIR: dataDir }, command: script('demo/main.ts', ...asked) })

  const whole = shell(dataDir, 'npm run --silent replay')
  expect([whole.code, whole.errors]).toEqual([0, expect.stringMatching(/Played [\d,]+ events/)])
  expect(runningPostgres(dataDir)).toEqual([])
  const events = linesOf(whole).map(line => fileEvent.parse(line))
  expect(events.length).toBeGreaterThan(200)
  expect(events.map(({ position }) => position)).toEqual(events.map(({ position }) => position).toSorted())

  await run({ env: { DATA_DIR: dataDir } }).ready
  const stored = await withLog(dataDir, async log => (await Array.fromAsync(log.readAll())).map(it => it.id))
  const beside = shell(dataDir, replay)
  const ids = linesOf(beside).map(({ id }) => id)
  expect(ids).toEqual(stored)
  expect(ids.slice(0, events.length)).toEqual(events.map(({ id }) => id))

  const csv = shell(dataDir, `${replay} --type LeadSubmitted --format csv`)
  const leads = events.filter(({ type }) => type === 'LeadSubmitted')
  expect(csv.out.trimEnd().split('\r\n')).toHaveLength(leads.length + 1)

  const wrong = shell(dataDir, `${replay} --from ieri`)
  expect(wrong).toEqual({ code: 1, out: '', errors: '--from is no time in ISO 8601: ieri.\n' })

  const slow = script('replay/replay.main.ts', '--speed', '1')
  const stopped = run({ env: { DATA_DIR: dataDir }, command: slow })
  await stopped.says(/"position"/)
  stopped.child.kill('SIGINT')
  expect(await stopped.ended).toBe(130)
})
