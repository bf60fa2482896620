import { type AlarmDefinition, alarmDefinition, saveAlarm, trialAlarm } from './definition.ts'
import { openHours } from './open-hours.ts'
import { differs, type Minutes, outcomes } from './outcome.ts'

const hourMs = 3_600_000
const [from, to] = [Date.parse('2026-08-01T00:00:00+02:00'), Date.parse('2026-12-31T00:00:00+01:00')]
const open = { days: [1, 2, 3, 4, 5, 6], from: '09:00', to: '18:00' }
const silence = { kind: 'silence', hours: 6, open, holidays: true } as const
const leads = { series: [{ event: 'LeadSubmitted' }], count: 'events' } as const

const minutes = (times: readonly number[], units: readonly bigint[] | null = null): Minutes => ({
  at: times,
  count: times.map(() => 1),
  unit: units,
})
const hourly = (untilMs = to) =>
  minutes(Array.from({ length: (untilMs - from) / hourMs }, (_, hour) => from + hour * hourMs))

function alarm(
  definition: Partial<AlarmDefinition>,
  matching: Minutes,
  { alive = hourly(), firstMs = from as number | null } = {},
) {
  const whole = alarmDefinition.parse({ ...leads, ...definition })
  return outcomes(whole, { matching, alive, firstMs }, openHours(whole, from, to))
}
const at = (time: string, offset = '+01:00') => Date.parse(`2026-${time}:00${offset}`)
const met = (value = 0) => ({ is: 'met', value })
const clear = (value: number) => ({ is: 'clear', value })
const unknown = (reason: string) => ({ is: 'unknown', reason })

test('a silence is six open hours long: a night, a Sunday and Ferragosto stay quiet', () => {
  const says = alarm(silence, minutes([at('08-14T17:00', '+02:00'), at('11-28T17:00')]))
  // Ferragosto was a Saturday.
  for (const time of ['08-14T23:00', '08-15T12:00', '08-16T23:59', '08-17T13:59'])
    expect([time, says(at(time, '+02:00'))]).toEqual([time, clear(1)])
  expect(says(at('08-17T14:01', '+02:00'))).toEqual(met())
  // A Saturday evening, and a Monday.
  for (const time of ['11-28T23:00', '11-29T15:00', '11-30T09:00', '11-30T13:59'])
    expect([time, says(at(time))]).toEqual([time, clear(1)])
  expect(says(at('11-30T14:01'))).toEqual(met())
})

test('the window is closed to the minute', () => {
  const last = at('11-26T10:00')
  const says = alarm({ ...silence, open: undefined, holidays: undefined }, minutes([last]))
  expect(says(last + 59_999)).toEqual(met())
  expect(says(last + 60_000)).toEqual(clear(1))
  expect(says(last + 6 * hourMs + 59_999)).toEqual(clear(1))
  expect(says(last + 6 * hourMs + 60_000)).toEqual(met())
})

test('nothing recorded at all, and a young log, are no silence', () => {
  const alive = hourly(at('11-26T12:00'))
  const says = alarm(silence, minutes([]), { alive })
  expect(says(at('11-26T17:00'))).toEqual(met())
  expect(says(at('11-27T15:00'))).toEqual(unknown('nothing'))
  const young = alarm(silence, minutes([]), { firstMs: at('11-26T12:00') })
  expect(young(at('11-26T17:00'))).toEqual(unknown('young'))
  expect(young(at('11-27T15:00'))).toEqual(met())
  expect(alarm(silence, minutes([]), { firstMs: null })(at('11-26T17:00'))).toEqual(unknown('young'))
})

test('a count is below or above a value', () => {
  const three = minutes(['10:00', '11:00', '12:00'].map(time => at(`11-26T${time}`)))
  const says = (definition: Partial<AlarmDefinition>) =>
    alarm({ hours: 3, ...definition }, three)(at('11-26T12:30'))
  expect(says({ kind: 'below', value: 4 })).toEqual(met(3))
  expect(says({ kind: 'below', value: 3 })).toEqual(clear(3))
  expect(says({ kind: 'above', value: 2 })).toEqual(met(3))
  expect(says({ kind: 'above', value: 3 })).toEqual(clear(3))
})

test('visits are counted once, in whatever order the moments come', () => {
  const times = ['10:00', '11:00', '12:00', '12:01'].map(time => at(`11-26T${time}`))
  const says = alarm({ kind: 'above', value: 1, hours: 2, count: 'visits' }, minutes(times, [1n, 2n, 1n, 1n]))
  const shown = ['10:30', '11:30', '12:30', '11:30', '13:30', '10:30', '23:30', '12:30']
  expect(shown.map(time => says(at(`11-26T${time}`)))).toEqual([
    ...[clear(1), met(2), met(2), met(2), clear(1), clear(1), clear(0), met(2)],
  ])
})

describe('a change against the same hours of the weeks before', () => {
  /** The leads between 10 and 12 of five Thursdays, the newest last; the clock changed in between. */
  const thursdays = ['10-22', '10-29', '11-05', '11-12', '11-19']
  const weeks = (...counts: number[]) =>
    minutes(
      counts.flatMap((count, week) => {
        const start = at(`${thursdays[week]}T10:00`, week === 0 ? '+02:00' : '+01:00')
        return Array.from({ length: count }, (_, index) => start + Math.floor((index * 110) / count) * 60_000)
      }),
    )
  const says = (counts: number[], definition: Partial<AlarmDefinition>) =>
    alarm({ kind: 'change', hours: 2, ...definition }, weeks(...counts))(at('11-19T12:00'))

  test('a fall fires that is large and no chance', () => {
    expect(says([40, 44, 38, 42, 8], { value: -50 })).toEqual(met(8))
    expect(says([40, 44, 38, 42, 30], { value: -50 })).toEqual(clear(30))
    expect(says([4, 5, 3, 4, 1], { value: -50 })).toEqual(clear(1))
    // The weeks differ from each other as much.
    expect(says([10, 80, 30, 44, 8], { value: -50 })).toEqual(clear(8))
    expect(says([40, 44, 38, 42, 90], { value: -50 })).toEqual(clear(90))
  })

  test('a rise fires likewise, and never from a base of zero or few', () => {
    expect(says([40, 44, 38, 42, 90], { value: 50 })).toEqual(met(90))
    expect(says([0, 0, 0, 0, 90], { value: 50 })).toEqual(clear(90))
    expect(says([3, 4, 2, 3, 90], { value: 50, least: 4 })).toEqual(clear(90))
    expect(says([3, 4, 2, 3, 90], { value: 50, least: 3 })).toEqual(met(90))
  })

  test('without two weeks before, nothing is known', () => {
    const young = (firstMs: number) =>
      alarm({ kind: 'change', hours: 2, value: 50 }, weeks(0, 0, 0, 0, 9), { firstMs })(at('11-19T12:00'))
    expect(young(at('11-06T00:00'))).toEqual(unknown('young'))
    expect(young(at('11-05T00:00'))).toEqual(clear(9))
  })
})

test('chance alone rarely differs: once in 2,000 counts at most', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const poisson = (mean: number) => {
    let [count, product] = [0, random()]
    for (; product > Math.exp(-mean); count++) product *= random()
    return count
  }
  let fired = 0
  for (let round = 0; round < 4_000; round++) {
    const mean = 5 + (round % 40)
    const weeks = Array.from({ length: 4 }, () => poisson(mean))
    if (differs(poisson(mean), weeks, round % 2 ? 1 : -1)) fired++
  }
  expect(fired).toBeLessThanOrEqual(8)
})

const on = (day: number, from: string, to: string) => ({ days: [day], from, to })
test.each([
  ['value', { value: 1 }, 'Il silenzio non ha un valore'],
  ['value', { kind: 'below' }, 'Valore richiesto'],
  ['value', { kind: 'below', value: -1 }, 'Valore non valido'],
  ['value', { kind: 'above', value: -1 }, 'Valore non valido'],
  ['value', { kind: 'change', value: -101 }, 'Valore non valido'],
  ['value', { kind: 'change', value: 0 }, 'La variazione è diversa da zero'],
  ['least', { least: 1 }, 'Il minimo vale solo per una variazione'],
  ['least', { kind: 'change', value: 1, least: 0 }, 'Il minimo è un numero intero, almeno 1'],
  ['hours', { hours: 0 }, 'Le ore sono un numero intero da 1 a 720'],
  ['hours', { hours: 9, open: on(1, '09:00', '10:00') }, 'La finestra dura al massimo otto settimane'],
  ['open', { open: on(1, '10:00', '10:00') }, 'L’orario finisce prima di cominciare'],
  ['open', { open: on(1, '09:00', '24:30') }, 'Ora non valida'],
  ['open', { open: on(1, '009:00', '10:00') }, 'Ora non valida'],
  ['open', { open: on(1, '09:00', '10:000') }, 'Ora non valida'],
  ['open', { open: on(8, '09:00', '10:00') }, 'Giorno non valido'],
  ['open', { open: { ...open, days: [] } }, 'Serve almeno un giorno'],
  ['series', { series: [] }, 'Serve almeno un evento'],
  ['series', { series: Array(5).fill(leads.series[0]) }, 'Al massimo quattro eventi'],
])('without a right %s there is no alarm: %o', (field, definition, message) => {
  const { error } = alarmDefinition.safeParse({ ...leads, kind: 'silence', hours: 6, ...definition })
  expect(error?.issues[0]).toMatchObject({ path: expect.arrayContaining([field]), message })
})

test.each([
  { kind: 'below', value: 0, count: 'persons' },
  { kind: 'change', value: -100, least: 1 },
  { hours: 8, open: on(7, '23:00', '24:00') },
])('%o is an alarm', definition =>
  expect(alarmDefinition.safeParse({ ...leads, kind: 'silence', hours: 6, ...definition }).success).toBe(
    true,
  ),
)

test('an alarm is saved with a name, and tried without one', () => {
  const unnamed = { ...leads, kind: 'silence', hours: 6 }
  expect(saveAlarm.parse({ ...unnamed, name: ' Lead ' }).name).toBe('Lead')
  const wrong = [undefined, ' ', 'a'.repeat(81)].map(
    name => saveAlarm.safeParse({ ...unnamed, name }).success,
  )
  expect([...wrong, trialAlarm.safeParse(unnamed).success]).toEqual([false, false, false, true])
})
