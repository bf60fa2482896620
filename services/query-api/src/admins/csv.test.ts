import { expect, test } from 'vitest'
import { csvHeader, csvLines } from './csv.ts'

test('the header stands behind a byte-order mark', () => {
  expect(csvHeader(['id', 'createdAt'])).toBe('\ufeffid,createdAt\r\n')
})

test('lines end in CRLF, and what is absent is empty', () => {
  expect(
    csvLines([
      ['a', null, 'b'],
      [null, 7, ''],
    ]),
  ).toBe('a,,b\r\n,7,\r\n')
})

test('what could break a line or a column stands in quotes', () => {
  expect(csvLines([['a,b', 'say "ciao"', 'one\ntwo', 'one\rtwo', 'one\r\ntwo']])).toBe(
    '"a,b","say ""ciao""","one\ntwo","one\rtwo","one\r\ntwo"\r\n',
  )
})

test('no text begins a formula, and a negative number stays one', () => {
  expect(csvLines([['=1+1', '\n=1+1', -5, '-5']])).toBe(`'=1+1,"'\n=1+1",-5,'-5\r\n`)
})

test('no rows are no lines', () => {
  expect(csvLines([])).toBe('')
})
