import type { Position } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import { copyOf } from '../analytics/testing/copy-of.ts'
import { playReplay } from './play-replay.ts'

const [anna, bruno, robot] = ['session_1767261600000_a', 'session_1767261600000_b', 'session_1767261600000_r']
const recordedAt = (hour: number) => `2026-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`
const of = (visit: string, hour: number) => ({
  stream: streams.visit(visit),
  actor: 'visitor',
  recordedAt: recordedAt(hour),
})
const begun = (visit: string, hour: number, userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0') =>
  recordedFixture('VisitStarted', of(visit, hour), { userAgent })
const click = (visit: string, hour: number) => recordedFixture('InteractionTracked', of(visit, hour))
const lead = (id: string, visitId: string, hour: number) =>
  recordedFixture('LeadErased', { stream: streams.lead(id), visitId, recordedAt: recordedAt(hour) })

const events = [
  ...[begun(robot, 8, 'Googlebot/2.1'), begun(anna, 9), begun(bruno, 9)],
  ...[click(robot, 10), click(anna, 10), click(bruno, 11), lead('a', anna, 12), lead('b', bruno, 12)],
]
const later = lead('r', bruno, 13)
const definition = {
  by: 'visit' as const,
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-01-02T00:00:00.000Z',
  windowSeconds: 86_400,
  steps: [{ event: 'InteractionTracked' }, { event: 'LeadErased' }],
}
const everything = { from: null, to: null, types: [], visits: [] }

async function counted(only: Partial<Parameters<typeof playReplay>[1]['filter']>, end: Position) {
  using copy = await copyOf([...events, later])
  const filter = { ...everything, ...only }
  const mode = { kind: 'funnel' as const, definition }
  const { result, done: count } = await copy.ask(snapshot => playReplay(snapshot, { mode, filter, end }))
  const { steps, position } = JSON.parse(String(result)) as { steps: { count: number }[]; position: string }
  return { counts: steps.map(step => step.count), position, count }
}
const last = (events.at(-1) as (typeof events)[number]).position

test('counts the funnel of a replay at the end of the log when it was requested', async () =>
  expect(await counted({}, last)).toEqual({ counts: [2, 2], position: last, count: events.length }))

test('counts only chosen events, but detects robots from the whole log', async () => {
  expect((await counted({ visits: [anna, robot] }, last)).counts).toEqual([1, 1])
  expect((await counted({ from: recordedAt(10), to: recordedAt(11) }, last)).counts).toEqual([1, 0])
  expect((await counted({ types: ['InteractionTracked'] }, last)).counts).toEqual([2, 0])
})
