import { isoTime } from './connections.ts'

test.each([
  ['2026-11-23 23:45:00.123+00', '2026-11-23T23:45:00.123Z'],
  ['2026-11-23 23:45:00.1+00', '2026-11-23T23:45:00.100Z'],
  ['2026-11-23 23:45:00+00', '2026-11-23T23:45:00.000Z'],
  ['infinity', ''],
  ['0044-03-15 12:00:00+00 BC', ''],
])('PostgreSQL’s time %s is %j', (text, iso) => expect(isoTime(text)).toBe(iso))
