import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

test('without arguments it tells the usual month', () => {
  expect(readArguments([])).toEqual({ visits: 2_000, seed: 'listino', password: undefined })
})

test('size, seed and password may be chosen', () => {
  const given = ['--visits', '50', '--seed=x', '--password', 'segreta']
  expect(readArguments(given)).toEqual({ visits: 50, seed: 'x', password: 'segreta' })
})

test('help is given before anything else is looked at', () => {
  expect(readArguments(['--visits', '1', '--help'])).toBeNull()
})

test.each([
  [['--visits', '49'], '--visits has to be a whole number from 50 to 1,000,000.'],
  [['--vists', '60'], /^npm run demo -- \[--visits/],
  [['60'], /^npm run demo -- \[--visits/],
  [['--password', 'corta'], '--password has to have 6 to 255 characters.'],
])('%j is refused in a sentence', (args, sentence) => {
  expect(() => readArguments(args)).toThrow(sentence)
})
