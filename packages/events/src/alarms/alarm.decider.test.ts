import { fold } from '../decider.ts'
import { specify } from '../testing/given.ts'
import { alarmDecider } from './alarm.decider.ts'
import type { AlarmEvent, AlarmOutcome } from './events.ts'

const alarm = { name: 'Nessuna richiesta', definition: { kind: 'silence', hours: 6 } }
const made = { type: 'AlarmMade', data: alarm } as const
const deleted = { type: 'AlarmDeleted', data: {} } as const
const alarms = specify(alarmDecider)

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 30, 9) + minutes * 60_000).toISOString()
const met = { is: 'met', value: 0 } as const
const clear = { is: 'clear', value: 2 } as const
const behind = { is: 'unknown', reason: 'behind' } as const
const judge = (outcome: AlarmOutcome, minutes: number) =>
  ({ type: 'JudgeAlarm', outcome, now: at(minutes) }) as const
type Judged = Extract<AlarmEvent, { type: 'AlarmJudged' }>['data']
const judged = (state: Judged['state'], minutes: number, letter: Judged['letter'] = null) =>
  ({
    type: 'AlarmJudged',
    data: {
      state,
      at: at(minutes),
      letter,
      reason: state === 'unknown' ? ('behind' as const) : null,
      value: { ok: 2, pending: 0, firing: 0, recovering: 2, unknown: null }[state],
    },
  }) as const
const snoozed = (minutes: number) => ({ type: 'AlarmSnoozed', data: { until: at(minutes) } }) as const
const fired = [made, judged('ok', 0), judged('pending', 5), judged('firing', 10, 'firing')]

test('an alarm is made once, changed and deleted', () => {
  alarms.after([], { type: 'MakeAlarm', alarm }).records(made)
  for (const history of [[made], [made, deleted]])
    alarms.after(history, { type: 'MakeAlarm', alarm }).records()
  alarms.after([made], { type: 'ChangeAlarm', alarm }).records({ type: 'AlarmChanged', data: alarm })
  alarms.after([made], { type: 'DeleteAlarm' }).records(deleted)
})

test('an alarm that was deleted, or never made, is not changed, deleted, snoozed or judged', () => {
  const snooze = { type: 'SnoozeAlarm', until: at(60), now: at(0) } as const
  for (const command of [
    { type: 'DeleteAlarm' },
    { type: 'ChangeAlarm', alarm },
    snooze,
    judge(met, 0),
  ] as const) {
    alarms.after([made, deleted], command).refuses('deleted')
    alarms.after([], command).refuses('unknown')
  }
})

test('an alarm fires with one letter at the second count in a row', () => {
  alarms.after([made], judge(clear, 0)).records(judged('ok', 0))
  alarms.after([made, judged('ok', 0)], judge(clear, 5)).records()
  alarms.after([made, judged('ok', 0)], judge(met, 5)).records(judged('pending', 5))
  alarms.after(fired.slice(0, 3), judge(met, 10)).records(judged('firing', 10, 'firing'))
  alarms.after(fired.slice(0, 3), judge(clear, 10)).records(judged('ok', 10))
})

test('a firing alarm reminds once a day', () => {
  alarms.after(fired, judge(met, 15)).records()
  alarms.after(fired, judge(met, 10 + 1_439)).records()
  const reminder = judged('firing', 10 + 1_440, 'reminder')
  alarms.after(fired, judge(met, 10 + 1_440)).records(reminder)
  alarms.after([...fired, reminder], judge(met, 10 + 2_879)).records()
  alarms.after([...fired, reminder], judge(met, 2_890)).records(judged('firing', 2_890, 'reminder'))
})

test('an alarm recovers with one letter at the second count in a row, and is armed again', () => {
  alarms.after(fired, judge(clear, 15)).records(judged('recovering', 15))
  const recovering = [...fired, judged('recovering', 15)]
  alarms.after(recovering, judge(met, 20)).records(judged('firing', 20))
  const closed = [...recovering, judged('ok', 20, 'recovered')]
  alarms.after(recovering, judge(clear, 20)).records(judged('ok', 20, 'recovered'))
  alarms.after(closed, judge(clear, 25)).records()
  const again = [...closed, judged('pending', 25)]
  alarms.after(closed, judge(met, 25)).records(judged('pending', 25))
  alarms.after(again, judge(met, 30)).records(judged('firing', 30, 'firing'))
})

test('an alarm that is unknown for half an hour says so once', () => {
  alarms.after([made], judge(behind, 0)).records(judged('unknown', 0))
  const unknown = [made, judged('ok', 0), judged('unknown', 10)]
  alarms.after(unknown, judge(behind, 39)).records()
  alarms.after(unknown, judge(behind, 40)).records(judged('unknown', 40, 'unknown'))
  const said = [...unknown, judged('unknown', 40, 'unknown')]
  alarms.after(said, judge(behind, 9_000)).records()
  const other = [...said, judged('ok', 50), judged('unknown', 60)]
  alarms.after(other, judge(behind, 90)).records(judged('unknown', 90, 'unknown'))
})

test('an alarm that was unknown while it fired sends no second letter', () => {
  const unknown = [...fired, judged('unknown', 15)]
  alarms.after(unknown, judge(met, 20)).records(judged('firing', 20))
  alarms.after(unknown, judge(clear, 20)).records(judged('recovering', 20))
})

test('a snoozed alarm says nothing until the end of the snooze', () => {
  const snooze = (until: number, now: number) =>
    ({ type: 'SnoozeAlarm', until: at(until), now: at(now) }) as const
  alarms.after(fired, snooze(3_000, 20)).records(snoozed(3_000))
  alarms.after(fired, snooze(20, 20)).records()
  const quiet = [...fired, snoozed(3_000)]
  alarms.after(quiet, snooze(3_000, 30)).records()
  alarms.after(quiet, snooze(40, 40)).records(snoozed(40))
  alarms.after(quiet, snooze(3_000, 3_000)).records()
  alarms.after([...quiet, snoozed(40)], judge(met, 40)).records(judged('firing', 40))
  alarms.after(quiet, judge(met, 2_999)).records()
  alarms.after(quiet, judge(met, 3_000)).records(judged('firing', 3_000, 'reminder'))
  alarms.after(quiet, judge(clear, 3_000)).records(judged('recovering', 3_000))
  alarms.after([made, judged('ok', 0), snoozed(60)], judge(clear, 60)).records(judged('ok', 60))
})

test('a changed alarm begins anew', () => {
  const changed = { type: 'AlarmChanged', data: alarm } as const
  alarms.after([...fired, changed], judge(met, 20)).records(judged('pending', 20))
  alarms.after([...fired, snoozed(3_000), changed], judge(clear, 20)).records(judged('ok', 20))
})

test('an alarm shows its state and since when, whether it is open, and its last letter', () => {
  const fresh = { ...alarm, state: 'unknown', since: null, until: null }
  const quiet = { isOpen: false, letterAt: null, isUnknownSaid: false }
  expect(fold(alarmDecider, [made])).toEqual({ ...fresh, ...quiet })
  expect(fold(alarmDecider, [...fired, judged('firing', 1_450, 'reminder')])).toEqual({
    ...alarm,
    state: 'firing',
    since: at(10),
    until: null,
    isOpen: true,
    letterAt: at(1_450),
    isUnknownSaid: false,
  })
  const recovered = [judged('recovering', 15), judged('ok', 20, 'recovered'), snoozed(60)]
  expect(fold(alarmDecider, [...fired, ...recovered])).toMatchObject({ state: 'paused', letterAt: at(10) })
  expect(fold(alarmDecider, [deleted, snoozed(60), judged('ok', 0)])).toBe('deleted')
  expect(fold(alarmDecider, [made, judged('unknown', 5)])).toMatchObject({ since: at(5) })
})
