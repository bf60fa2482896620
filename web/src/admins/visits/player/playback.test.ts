import { eventOf, viewed, visitOf } from '../../../testing/visits.ts'
import { formatClock, formatMs } from '../../parts/time/durations.ts'
import { frameAt, playbackOf, realTimeAt } from './playback.ts'

const playback = playbackOf(visitOf().events)

test('A long pause takes four seconds and shows its real length', () => {
  const lead = playback.frames.find(({ event }) => event.type === 'LeadSubmitted')
  expect(lead).toMatchObject({ realMs: 249_000, pauseMs: 240_000, isConversion: true, kind: 'fact' })
  const before = playback.frames[frameAt(playback, (lead?.playbackMs ?? 0) - 1)]
  expect((lead?.playbackMs ?? 0) - (before?.playbackMs ?? 0)).toBe(4_000)
  expect(playback.realMs).toBe(252_000)
  expect(playback.endMs).toBeLessThan(20_000)
  expect(realTimeAt(playback, playback.endMs)).toBe(252_000)
})

test('Events of one moment are shown one by one', () => {
  const times = playback.frames.map(({ playbackMs }) => playbackMs)
  expect(new Set(times).size).toBe(times.length)
  for (const [at, ms] of times.entries()) expect(frameAt(playback, ms)).toBe(at)
})

test('If the clock stepped back, the time stops and the order stays', () => {
  const back = playbackOf([viewed(5_000), viewed(2_000, '/strategies'), viewed(9_000)])
  expect(back.frames.map(({ realMs }) => realMs)).toEqual([0, 0, 4_000])
  expect(playbackOf([eventOf('VisitStarted', {}, { recordedAt: 'rotto' }), viewed(1)]).realMs).toBe(0)
})

test.each([
  [0, '0 s', '0:00'],
  [59_400, '59 s', '0:59'],
  [143_600, '2 min 24 s', '2:24'],
  [3_600_000, '1 h', '1:00:00'],
  [90_061_000, '1 g 1 h', '25:01:01'],
])('%i ms are «%s», and %s on a clock', (ms, length, clock) =>
  expect([formatMs(ms), formatClock(ms)]).toEqual([length, clock]),
)
