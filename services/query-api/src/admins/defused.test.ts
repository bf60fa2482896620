import { expect, test } from 'vitest'
import { defused } from './defused.ts'

test.each([
  '=1+1',
  '+39 333 1234567',
  '-2+3',
  '@SUM(A1:A9)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\tnothing more',
  '\r\nnothing more',
  '\0=1+1',
  ' =1+1',
  '\u00a0=1+1',
  '\u3000=1+1',
  '\u200b=1+1',
  '\ufeff=1+1',
  '\u202e=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '﹦1+1',
  "=cmd|'/C calc'!A0",
])('%j is shown as the text that it is', text => {
  expect(defused(text)).toBe(`'${text}`)
})

test.each([
  '',
  ' ',
  'Anna',
  'a=b',
  '1-1',
  'x@example.com',
  '{"a": 1}',
  '500-1000',
  '10000+',
  "'=1",
  'è così',
  '65+',
])('%j is left as it is', text => {
  expect(defused(text)).toBe(text)
})
