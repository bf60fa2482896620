import { expect, test } from 'vitest'
import { wordsOf } from './words.ts'

test('finds a person by each word of name and address, ignoring case and accents', () => {
  expect(wordsOf('Niccolò D’Aquì', 'NICCOLO.daqui@Example.com')).toEqual([
    ...['niccolo', 'd', 'aqui', 'daqui', 'example', 'com'],
  ])
})

test('two encodings of one accent are the same word', () => {
  expect(wordsOf('Jose\u0301')).toEqual(wordsOf('Jos\u00e9'))
})

test('a text without letters and digits has no words', () => {
  expect(wordsOf('—', ' ', '', null, '@%_\\')).toEqual([])
})

test('a long word is cut between characters', () => {
  expect(wordsOf('x'.repeat(5_000))).toEqual(['x'.repeat(60)])
  const [cut = ''] = wordsOf(`${'x'.repeat(59)}𐌰𐌰`)
  expect(cut.isWellFormed()).toBe(true)
})
