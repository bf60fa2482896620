import { moment } from './moment.ts'

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
