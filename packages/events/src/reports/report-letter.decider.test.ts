import { fold, isRefusal, noLogTime } from '../decider.ts'
import { romeDay, romeHour } from '../rome-day.ts'
import { specify } from '../testing/given.ts'
import type { ReportLetterEvent } from './events.ts'
import { letterPeriods, nextLetter } from './letter-times.ts'
import { reportLetterDecider } from './report-letter.decider.ts'

const [letters, report] = ['7f1f6a52-3c3d-4b7b-8a41-0c9f9a3b0b02', '0c9f9a3b-3c3d-4b7b-8a41-7f1f6a520b02']
const account = '0198a000-0000-7000-8000-00000000000a'
const order = {
  letters,
  report,
  account,
  emailHash: null,
  email: null,
  every: 'week',
  hour: 8,
  isTrial: false,
} as const
const ordered = { type: 'ReportLetterOrdered', data: order, recordedAt: '2026-01-07T10:00:00.000Z' } as const
const foreign = {
  ...ordered,
  data: { ...order, account: null, emailHash: 'hash', email: 'capo@example.com' },
} as const
const confirmed = { type: 'ReportLetterConfirmed', data: {}, recordedAt: '2026-01-13T10:00:00.000Z' } as const
const trial = { ...ordered, data: { ...order, isTrial: true } } as const
/** Monday 5 January in Rome, and the Monday after. */
const [from, later] = ['2026-01-04T23:00:00.000Z', '2026-01-11T23:00:00.000Z']
const due = { type: 'ReportLetterDue', data: { from } } as const
const answered = { type: 'ReportLetterAnswered', data: { from, refusal: null } } as const
const ended = { type: 'ReportLetterEnded', data: { why: 'deleted' } } as const
const erased = { type: 'ReportLetterErased', data: {} } as const
const recipient = specify(reportLetterDecider)
const findAt = (at: string) => ({ type: 'FindReportLetterDue', at: new Date(at) }) as const
const confirm = { type: 'ConfirmReportLetter' } as const
const end = { type: 'EndReportLetter', why: 'unsubscribed' } as const
const erase = { type: 'EraseReportLetter' } as const
const answer = { type: 'AnswerReportLetter', from, refusal: null } as const

test('a recipient is ordered once', () => {
  recipient
    .after([], { type: 'OrderReportLetter', order })
    .records({ type: 'ReportLetterOrdered', data: order })
  for (const history of [[ordered], [foreign, erased], [ordered, ended]])
    recipient.after(history, { type: 'OrderReportLetter', order }).records()
})

test('an address without an account gets letters once it is confirmed, an account at once', () => {
  recipient.after([foreign], findAt('2026-01-12T07:01:00Z')).records()
  recipient.after([foreign], confirm).records({ type: 'ReportLetterConfirmed', data: {} })
  recipient.after([ordered], confirm).records()
  recipient.after([foreign, confirmed], confirm).records()
  // What was due before the answer is not sent.
  recipient.after([foreign, confirmed], findAt('2026-01-13T11:00:00Z')).records()
  recipient
    .after([foreign, confirmed], findAt('2026-01-19T07:01:00Z'))
    .records({ type: 'ReportLetterDue', data: { from: later } })
  recipient.after([foreign, ended], confirm).refuses('ended')
})

test('a letter is due a minute after its hour, once, and the one before the order never', () => {
  recipient.after([ordered], findAt('2026-01-12T07:00:59Z')).records()
  recipient.after([ordered], findAt('2026-01-12T07:01:00Z')).records(due)
  recipient.after([ordered, due], findAt('2026-01-12T07:02:00Z')).records()
  recipient.after([ordered, due, answered], findAt('2026-01-18T22:59:00Z')).records()
  recipient.after([ordered, ended], findAt('2026-01-12T07:01:00Z')).records()
})

test('after a standstill only the last period is due', () => {
  const data = { from: '2026-01-25T23:00:00.000Z' }
  recipient.after([ordered, due], findAt('2026-02-03T12:00:00Z')).records({ type: 'ReportLetterDue', data })
})

test('a trial is due at once about the last closed period, and over after its answer', () => {
  // A Monday before eight.
  recipient.after([trial], findAt('2026-01-12T03:00:00Z')).records(due)
  const data = { from: '2025-12-28T23:00:00.000Z' }
  recipient.after([trial], findAt('2026-01-07T10:00:01Z')).records({ type: 'ReportLetterDue', data })
  recipient.after([trial, due], findAt('2026-01-19T10:00:01Z')).records()
  const over = { type: 'ReportLetterEnded', data: { why: 'tried' } } as const
  recipient.after([trial, due], answer).records(answered, over)
  recipient.after([trial, due, ended], answer).records(answered)
})

test('a period is answered once, and only the one that is due', () => {
  recipient.after([ordered, due], answer).records(answered)
  recipient.after([ordered, due, answered], answer).records()
  recipient.after([ordered, due], { ...answer, from: later }).records()
  recipient.after([ordered], answer).records()
})

test('three refusals in a row end it; a letter that was taken begins the count again', () => {
  const answerTo = (from: string, refusal: number | null) =>
    ({ type: 'ReportLetterAnswered', data: { from, refusal } }) as const
  const [first, second] = ['2025-12-21T23:00:00.000Z', '2025-12-28T23:00:00.000Z']
  const refused = answerTo(from, 550)
  const refuse = { ...answer, refusal: 550 }
  const over = { type: 'ReportLetterEnded', data: { why: 'refused' } } as const
  recipient.after([ordered, answerTo(second, 550), due], refuse).records(refused)
  recipient.after([ordered, answerTo(first, 554), answerTo(second, 550), due], refuse).records(refused, over)
  recipient.after([ordered, answerTo(first, 554), answerTo(second, null), due], refuse).records(refused)
})

test('it ends once, also while it waits', () => {
  const unsubscribed = { type: 'ReportLetterEnded', data: { why: 'unsubscribed' } } as const
  for (const history of [[ordered], [foreign], [ordered, due]])
    recipient.after(history, end).records(unsubscribed)
  recipient.after([ordered, ended], end).records()
})

test('an address is erased, an account’s letters have none', () => {
  recipient.after([foreign], erase).records(erased)
  recipient.after([foreign, ended], erase).records(erased)
  recipient.after([foreign, erased], erase).records()
  recipient.after([ordered], erase).records()
  recipient.after([], erase).records()
})

test('nobody else can be confirmed, answered or ended', () => {
  for (const history of [[], [foreign, erased]])
    for (const command of [confirm, end, answer, findAt('2026-01-12T07:01:00Z')])
      recipient.after(history, command).refuses('unknown')
})

const shown = (at: string) => {
  const weekday = new Date(at).toLocaleDateString('en', { timeZone: 'Europe/Rome', weekday: 'short' })
  return `${weekday} ${romeHour(Date.parse(at))}`
}

/** Looks every hour of a year. Each step runs twice, as after a kill between the append and what follows it. */
function yearOf(every: 'day' | 'week' | 'month', hour: number) {
  const history: (ReportLetterEvent & { recordedAt: string })[] = [
    { ...ordered, data: { ...order, every, hour }, recordedAt: '2025-12-31T22:00:00.000Z' },
  ]
  let state = fold(reportLetterDecider, history)
  const letters: { at: string; from: string }[] = []
  for (
    let ms = Date.parse('2025-12-31T23:01:00Z');
    ms < Date.parse('2026-12-31T23:00:00Z');
    ms += 3_600_000
  ) {
    const at = new Date(ms)
    for (const _ of ['first', 'after a kill']) {
      const events = reportLetterDecider.decide(state, { type: 'FindReportLetterDue', at })
      if (isRefusal(events)) throw new Error(events.refused)
      for (const event of events) {
        state = reportLetterDecider.evolve(state, event, noLogTime)
        if (event.type === 'ReportLetterDue') letters.push({ at: at.toISOString(), ...event.data })
      }
    }
  }
  return letters
}

test('a year of weeks: each Monday one letter at eight in Rome, about the week before', () => {
  const sent = yearOf('week', 8)
  expect(sent).toHaveLength(52)
  expect(new Set(sent.map(({ at }) => shown(at)))).toEqual(new Set(['Mon 8']))
  for (const { at, from } of sent) {
    const { period, before } = letterPeriods('week', from)
    expect([romeDay(period.to), shown(period.from), shown(before.from)]).toEqual([
      romeDay(at),
      'Mon 0',
      'Mon 0',
    ])
    expect(before.to).toBe(period.from)
  }
  expect(nextLetter({ every: 'week', hour: 8 }, Date.parse('2026-10-24T10:00:00Z'))).toBe(
    '2026-10-26T07:01:00.000Z',
  )
})

test('a year of days at two: each day one letter, also when the clock skips the hour or shows it twice', () => {
  const sent = yearOf('day', 2)
  expect(sent).toHaveLength(365)
  expect(new Set(sent.map(({ at }) => romeDay(at))).size).toBe(365)
  const hours = sent.map(({ at }) => romeHour(Date.parse(at)))
  expect(hours.filter(hour => hour !== 2)).toEqual([3])
  expect(sent[hours.indexOf(3)]?.at).toBe('2026-03-29T01:01:00.000Z')
  expect(sent.filter(({ at }) => romeDay(at) === '2026-10-25')).toEqual([
    { at: '2026-10-25T00:01:00.000Z', from: '2026-10-23T22:00:00.000Z' },
  ])
})

test('a year of months: each first one letter about the month before', () => {
  const sent = yearOf('month', 7)
  expect(sent.map(({ at }) => romeDay(at).slice(8))).toEqual(Array.from({ length: 12 }, () => '01'))
  expect(sent.map(({ from }) => romeDay(from).slice(0, 7))).toEqual([
    '2025-12',
    ...Array.from({ length: 11 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}`),
  ])
})
