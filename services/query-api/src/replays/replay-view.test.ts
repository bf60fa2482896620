import type { Position } from '@tba/event-store/port.ts'
import { replayView } from './replay-view.ts'
import type { StoredReplay } from './stored-replays.ts'

const position = (event: number) =>
  ['00000000', '0'.repeat(16), event.toString(16).padStart(16, '0')].join('-') as Position

const stored: StoredReplay = {
  id: '0198a000-0000-7000-8000-0000000000aa',
  state: 'waiting',
  asked: { mode: { kind: 'stream' }, from: null, to: null, types: [], visits: [] },
  end: position(2_000),
  requestedBy: 'admin:a',
  requestedAt: '2026-01-01T10:00:00.000Z',
  endedAt: null,
  cancelledBy: null,
  events: 0,
  found: 0,
  failure: null,
  position: 'p',
  progress: null,
}
const progress = {
  isTaken: true,
  done: 250,
  position: position(500),
  found: 10,
  rate: 50,
  idleSeconds: 0.1,
  result: null,
}
const at = Date.parse('2026-01-01T10:01:00.000Z')

test('a replay waits until a worker takes it, then shows the remaining time', () => {
  expect(replayView(stored, at)).toMatchObject({ state: 'waiting', done: 0, total: null, secondsLeft: null })
  expect(replayView({ ...stored, progress }, at)).toMatchObject({
    state: 'running',
    done: 250,
    total: 1_000,
    rate: 50,
    secondsLeft: 15,
  })
})

test('a result can be read for a week after the end, as long as the job keeps it', () => {
  const done = { ...stored, state: 'done', endedAt: '2026-01-02T10:00:00.000Z', events: 9, found: 3 } as const
  expect(replayView({ ...done, progress }, at)).toMatchObject({
    state: 'done',
    done: 9,
    total: 9,
    found: 3,
    expiresAt: '2026-01-09T10:00:00.000Z',
  })
  expect(replayView(done, at).expiresAt).toBeNull()
})

test('the reason of a failure is in Italian, also for a replay that never started', () => {
  const failed = { ...stored, state: 'failed', failure: 'noRoom' } as const
  expect(replayView(failed, at).error).toContain('non c’è più posto')
  const large = { ...failed, failure: 'tooLarge' } as const
  expect(replayView(large, at).error).toContain('scegli un periodo più breve')
  const weekLater = at + 8 * 86_400_000
  expect(replayView(stored, weekLater)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('mai'),
  })
})
