import { expect, test } from 'vitest'
import { wordsOf } from './words.ts'

test('a person is found by each word of their name and address, letter case and accents aside', () => {
  expect(wordsOf('Niccolò D’Aquì', 'NICCOLO.daqui@Example.com')).toEqual([
    ...['niccolo', 'd', 'aqui', 'daqui', 'example', 'com'],
  ])
})

test('two spellings of one accent are one word', () => {
  expect(wordsOf('Jose\u0301')).toEqual(wordsOf('Jos\u00e9'))
})

test('what holds no letter and no digit holds no word', () => {
  expect(wordsOf('—', ' ', '', null, '@%_\\')).toEqual([])
})

test('a word without an end is cut, and its half letters with it', () => {
  expect(wordsOf('x'.repeat(5_000))).toEqual(['x'.repeat(60)])
  const [cut = ''] = wordsOf(`${'x'.repeat(59)}𐌰𐌰`)
  expect(cut.isWellFormed()).toBe(true)
})
