import { expect, test } from 'vitest'
import { csvHeader, csvLine } from './csv.ts'

test('the header stands behind a byte-order mark', () => {
  expect(csvHeader(['id', 'createdAt'])).toBe('\ufeffid,createdAt\r\n')
})

test('lines end in CRLF, and what is absent is empty', () => {
  expect(csvLine(['a', null, 'b'])).toBe('a,,b\r\n')
  expect(csvLine([null, 7, ''])).toBe(',7,\r\n')
})

test('what could break a line or a column stands in quotes', () => {
  expect(csvLine(['a,b', 'say "ciao"', 'one\ntwo', 'one\rtwo', 'one\r\ntwo'])).toBe(
    '"a,b","say ""ciao""","one\ntwo","one\rtwo","one\r\ntwo"\r\n',
  )
})

test('no text begins a formula, and a negative number stays one', () => {
  expect(csvLine(['=1+1', '\n=1+1', -5, '-5'])).toBe(`'=1+1,"'\n=1+1",-5,'-5\r\n`)
})
