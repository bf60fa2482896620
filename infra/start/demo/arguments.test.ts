import { readArguments } from './arguments.ts'

const nowMs = Date.parse('2026-11-20T12:00:00Z')

test('without arguments it creates the default month', () => {
  const span = { fromMs: nowMs - 90_000 - 29 * 86_400_000, untilMs: nowMs - 90_000 }
  expect(readArguments([], nowMs)).toEqual({ visits: 2_000, seed: 'listino', password: undefined, span })
})

test('accepts size, seed and password', () => {
  const given = ['--visits', '50', '--seed=x', '--password', 'segreta']
  expect(readArguments(given)).toMatchObject({ visits: 50, seed: 'x', password: 'segreta' })
})

test.each([
  [['--from', '2026-03-01', '--to', '2026-11-01'], '2026-02-28T23:00:00.000Z', '2026-10-31T23:00:00.000Z'],
  [['--from=2026-10-25'], '2026-10-24T22:00:00.000Z', '2026-11-20T11:58:30.000Z'],
  [['--to=2026-04-01'], '2026-03-02T22:00:00.000Z', '2026-03-31T22:00:00.000Z'],
  [['--from=2026-11-01', '--to=2026-12-24'], '2026-10-31T23:00:00.000Z', '2026-11-20T11:58:30.000Z'],
])('%j are days of Rome, up to now at the latest', (args, from, until) => {
  const span = { fromMs: Date.parse(from), untilMs: Date.parse(until) }
  expect(readArguments(args, nowMs)).toMatchObject({ span })
})

test('prints the help before any check', () => expect(readArguments(['--visits', '1', '--help'])).toBeNull())

test.each([
  [['--visits', '49'], '--visits has to be a whole number, at least 50.'],
  [['--vists', '60'], /^npm run demo -- \[--visits/],
  [['60'], /^npm run demo -- \[--visits/],
  [['--from', '2026-02-30'], /^--from and --to have to be days/],
  [['--from', '2026-03-02', '--to', '2026-03-02'], /^--from and --to have to be days/],
  [['--from', '2999-01-01'], /^--from and --to have to be days/],
  [['--password', 'corta'], '--password has to have 6 to 255 characters.'],
])('refuses %j in a sentence', (args, sentence) => expect(() => readArguments(args)).toThrow(sentence))
