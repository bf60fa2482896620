import { InvalidPosition, type Position } from '@tba/event-store/port.ts'
import { origin } from '@tba/event-store/position.ts'
import { lagSecondsOf, slowestPosition } from './lag.ts'

const projection = (name: string, version = 1) =>
  ({ name, version, on: { [`${name}Changed`]: () => [] } }) as never
const [users, bots] = [projection('users'), projection('bots')]
const now = Date.parse('2026-11-30T09:01:40.000Z')
const ago = (seconds: number, type: string) => ({
  type,
  recordedAt: new Date(now - seconds * 1_000).toISOString(),
})

/** Tables whose checkpoints are at these positions, and a log. A position `foreign` is from before a restore. */
function reading(checkpoints: object[], events: Record<string, object[]> = {}, head: string | null = '9') {
  const readAll = vi.fn(async function* ({ after = '', limit }: { after?: string; limit: number }) {
    if (after === 'foreign') throw new InvalidPosition('not of this log')
    yield* (events[after] ?? []).slice(0, limit)
  })
  const store = { readAll, head: async () => head }
  return { pool: { any: async () => checkpoints }, store, readAll } as never
}
const checkpoint = (name: string, position: string, version = 1) => ({ projection: name, version, position })

test('a projection lags by the age of the next event that it handles', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  const others = (count: number, seconds: number) => Array(count).fill(ago(seconds, 'Other'))
  const lags = async (events: Record<string, object[]>, ...checkpoints: object[]) =>
    lagSecondsOf(reading(checkpoints, events), [users, bots])
  const both = [ago(90, 'Other'), ago(60, 'botsChanged'), ago(30, 'usersChanged'), ago(20, 'usersChanged')]
  const [three, five] = [checkpoint('users', '3'), checkpoint('bots', '5')]
  expect(await lags({ 3: both, 5: [] }, three, five)).toEqual({ users: 30, bots: 0 })
  // None of the next hundred: the hundredth counts.
  expect(await lags({ 3: others(99, 50), 5: [...others(99, 50), ago(40, 'Other')] }, three, five)).toEqual({
    users: 0,
    bots: 40,
  })
  // The whole log waits for a table that is missing, or from before a restore.
  expect(await lags({ '': both }, checkpoint('users', 'foreign'))).toEqual({ users: 30, bots: 60 })
  // The clock of the log may be ahead.
  expect(await lags({ 3: [ago(-5, 'usersChanged')] }, three, five)).toEqual({ users: 0, bots: 0 })
})

test('each position of the log is looked at once', async () => {
  const it = reading([checkpoint('users', '3'), checkpoint('bots', '3')]) as never as Parameters<
    typeof lagSecondsOf
  >[0]
  await lagSecondsOf(it, [users, bots])
  const looks = vi.mocked(it.store.readAll).mock.calls.map(([options]) => options)
  expect(looks.filter(options => options?.limit === 100)).toEqual([{ limit: 100, after: '3' }])
})

test.each<[string, unknown, unknown[]]>([
  ['the slowest of all', '3', [[checkpoint('users', '5'), checkpoint('bots', '3')]]],
  ['the slowest that still goes on', '5', [[checkpoint('users', '5'), checkpoint('bots', '3')], [bots]]],
  [
    'the end of the log if all have stopped',
    '9',
    [
      [checkpoint('users', '5'), checkpoint('bots', '3')],
      [users, bots],
    ],
  ],
  [
    'the beginning of an empty log',
    origin,
    [[checkpoint('users', '5'), checkpoint('bots', '3')], [users, bots], null],
  ],
  ['also of a newer version', '3', [[checkpoint('users', '5', 2), checkpoint('bots', '3')]]],
  ['unknown while one is missing', null, [[checkpoint('users', '5')]]],
  [
    'unknown while one is of an older version',
    null,
    [[checkpoint('users', '5', 0), checkpoint('bots', '3')]],
  ],
])('the position of the projections is %s', async (_, position, [checkpoints, stopped = [], head = '9']) => {
  const held = new Map((stopped as never[]).map(each => [each, 0]))
  const it = reading(checkpoints as object[], {}, head as string | null)
  expect(await slowestPosition(it, [users, bots], held)).toBe(position as Position | null)
})
