import { type AlarmDefinition, alarmDefinition } from '@tba/events/alarms/definition.ts'
import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import { copyOf } from '../analytics/testing/copy-of.ts'
import { countAlarm, tryAlarm } from './count-alarm.ts'

const hourMs = 3_600_000
const now = Date.parse('2026-11-26T12:00:30Z')
const hoursAgo = (hours: number) =>
  new Date(Date.parse('2026-11-26T12:00:00Z') - hours * hourMs).toISOString()

const lead = (hours: number, visitId?: string) =>
  recordedFixture('LeadSubmitted', {
    stream: streams.lead(crypto.randomUUID()),
    recordedAt: hoursAgo(hours),
    ...(visitId && { visitId }),
  })
const visit = (hours: number, userAgent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/120', id = `v${hours}`) =>
  recordedFixture('VisitStarted', { stream: streams.visit(id), recordedAt: hoursAgo(hours) }, { userAgent })
/** A visit each hour of 100 days. */
const visits = Array.from({ length: 2_400 }, (_, hour) => visit(hour))
const log = (...more: readonly ReturnType<typeof lead | typeof visit>[]) =>
  copyOf([...visits, ...more].sort((one, other) => (one.recordedAt < other.recordedAt ? -1 : 1)))

const asked = (definition: Partial<AlarmDefinition>) => ({
  nowMs: now,
  definition: alarmDefinition.parse({
    series: [{ event: 'LeadSubmitted' }, { event: 'QuestionnaireSubmitted' }],
    count: 'events',
    ...definition,
  }),
})

test('a trial finds each silence of 90 days, the last one still open, and proposes hours with three at most', async () => {
  const ages = [8, 38, 58, 73, 85, 94, 103, 112, 121]
  const everyHour = Array.from({ length: 2_300 }, (_, hour) => hour + 122)
  using copy = await log(...[...ages, ...everyHour].map(hours => lead(hours)))
  const silent = (hours: number) => copy.ask(reading => tryAlarm(reading, asked({ kind: 'silence', hours })))
  const { firings, days, proposedHours } = await silent(14)
  expect(days).toBe(90)
  // The second count of a silence of fourteen hours, and the second count after its end.
  const tenMinutesAfter = (hours: number) => new Date(Date.parse(hoursAgo(hours)) + 600_000).toISOString()
  expect(firings).toEqual(
    [
      [59, 58],
      [44, 38],
      [24, 8],
    ].map(([from = 0, to = 0]) => ({ from: tenMinutesAfter(from), to: tenMinutesAfter(to) })),
  )
  expect(proposedHours).toBe(13)
  expect((await silent(proposedHours as number)).firings).toHaveLength(3)
  const open = (await silent(7)).firings.at(-1)
  expect(open?.to).toBeNull()
})

test('with fewer than four silences no hours are proposed, nor for another kind', async () => {
  using copy = await log(lead(10), lead(8), lead(4), lead(1))
  const proposed = async (definition: Partial<AlarmDefinition>) =>
    (await copy.ask(reading => tryAlarm(reading, asked({ hours: 6, ...definition })))).proposedHours
  expect(await proposed({ kind: 'silence' })).toBeNull()
  expect(await proposed({ kind: 'below', value: 1 })).toBeNull()
})

test('a trial on a younger log says how many days it has tried', async () => {
  const daysOf = async (...log: readonly ReturnType<typeof lead>[]) => {
    using copy = await copyOf(log)
    return (await copy.ask(reading => tryAlarm(reading, asked({ kind: 'silence', hours: 6 })))).days
  }
  expect(await daysOf(lead(30 * 24 - 1), lead(1))).toBe(30)
  expect(await daysOf()).toBe(1)
})

test('events of any series count; visits and persons once; robots never', async () => {
  const robot = visit(3.5, 'Googlebot/2.1', 'robot')
  using copy = await log(
    lead(3, 'v3'),
    lead(2.5, 'v3'),
    lead(2, 'v2'),
    robot,
    lead(3.4, 'robot'),
    lead(9, 'v9'),
  )
  const count = (definition: Partial<AlarmDefinition>) =>
    copy.ask(reading => countAlarm(reading, asked({ kind: 'above', value: 0, hours: 6, ...definition })))
  expect(await count({})).toEqual({ is: 'met', value: 3 })
  expect(await count({ count: 'visits' })).toEqual({ is: 'met', value: 2 })
  // The same address.
  expect(await count({ count: 'persons' })).toEqual({ is: 'met', value: 1 })
  const started = { series: [{ event: 'VisitStarted' }] }
  expect(await count({ ...started, kind: 'above', value: 5 })).toEqual({ is: 'met', value: 6 })
  const none = {
    series: [{ event: 'LeadSubmitted', where: [{ field: 'plan', op: 'is' as const, value: 'nessuno' }] }],
  }
  expect(await count({ ...none, kind: 'silence', value: undefined })).toEqual({ is: 'met', value: 0 })
})
