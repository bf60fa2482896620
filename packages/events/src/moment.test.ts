import { moment, momentMs, recordedMs } from './moment.ts'

const read = (text: unknown) => moment('Data non valida').safeParse(text)

test.each([
  ['2026-02-28', '2026-02-28T00:00:00.000Z'],
  ['2026-02-28T10:00:00+01:00', '2026-02-28T09:00:00.000Z'],
  ['0000-01-01', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:00:00-02:00', '9999-12-31T23:59:59.999Z'],
])('%s is %s, in a year that the tables can hold', (text, time) => expect(read(text).data).toBe(time))

test.each(['2026-02-30', '2026-02-28T10:00:00', '2026-02', '-0001-01-01', '', 5, null])(
  '%s is not a time with calendar and zone',
  text => expect(read(text).error?.issues.map(({ message }) => message)).toEqual(['Data non valida']),
)

test('in a querystring a time is a number, and one beyond these years is refused', () => {
  const at = momentMs('Data non valida')
  expect(at.parse('1970-01-01T00:00:01Z')).toBe(1_000)
  expect(['0001-01-01', '9999-12-31'].map(day => at.safeParse(day).success)).toEqual([true, true])
  for (const day of ['0000-12-31', '9999-12-31T23:59:59.999-00:01', 'ieri'])
    expect(at.safeParse(day).error?.issues[0]?.message).toBe('Data non valida')
})

test('a damaged time of an event is 1970', () => {
  const times = ['1970-01-01T00:00:01Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'] as const
  expect(times.map(recordedAt => recordedMs({ recordedAt }))).toEqual(times.map(at => Date.parse(at)))
  const damaged = ['mai', '', '0000-12-31T00:00:00Z', '+010000-01-01T00:00:00Z']
  expect(damaged.map(recordedAt => recordedMs({ recordedAt }))).toEqual([0, 0, 0, 0])
})
