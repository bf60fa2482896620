import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

test('without arguments it tells the usual month', () => {
  expect(readArguments([])).toEqual({ visits: 2_000, seed: 'listino', password: undefined })
})

test('size, seed and password may be chosen', () => {
  const given = ['--visits', '50', '--seed=x', '--password', 'segreta']
  expect(readArguments(given)).toEqual({ visits: 50, seed: 'x', password: 'segreta' })
})

test.each([['--help'], ['-h'], ['--visits', '1', '--help']])('%s asks for help', (...args) => {
  expect(readArguments(args)).toBeNull()
})

test.each([
  [['--visits', '49'], '--visits has to be a whole number from 50 to 1,000,000.'],
  [['--visits', '1e3'], '--visits has to be a whole number from 50 to 1,000,000.'],
  [['--visits', '-60'], /^Option '--visits' argument is ambiguous\. npm run demo -- --help/],
  [['--visits=1000001'], '--visits has to be a whole number from 50 to 1,000,000.'],
  [['--visits'], /^Option '--visits <value>' argument missing\. npm run demo -- --help/],
  [['--vists', '60'], /^Unknown option '--vists'\. npm run demo -- --help/],
  [['60'], /^Unexpected argument '60'\. .*npm run demo -- --help/],
  [['--password', 'corta'], '--password has to have 6 to 255 characters.'],
])('%j is refused in a sentence', (args, sentence) => {
  expect(() => readArguments(args)).toThrow(sentence)
})
