import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

test('without arguments it creates the default month', () => {
  expect(readArguments([])).toEqual({ visits: 2_000, seed: 'listino', password: undefined })
})

test('accepts size, seed and password', () => {
  const given = ['--visits', '50', '--seed=x', '--password', 'segreta']
  expect(readArguments(given)).toEqual({ visits: 50, seed: 'x', password: 'segreta' })
})

test('prints the help before any check', () => {
  expect(readArguments(['--visits', '1', '--help'])).toBeNull()
})

test.each([
  [['--visits', '49'], '--visits has to be a whole number, at least 50.'],
  [['--vists', '60'], /^npm run demo -- \[--visits/],
  [['60'], /^npm run demo -- \[--visits/],
  [['--password', 'corta'], '--password has to have 6 to 255 characters.'],
])('refuses %j in a sentence', (args, sentence) => {
  expect(() => readArguments(args)).toThrow(sentence)
})
