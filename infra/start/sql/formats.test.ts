import pg from 'pg'
import { expect, test } from 'vitest'
import { asJson, asTable } from './formats.ts'

const { TEXT, INT8, BOOL, JSON: json } = pg.types.builtins
const columns = [
  { name: 'type', dataTypeID: TEXT },
  { name: 'count', dataTypeID: INT8 },
]

test('a table has aligned columns, with numbers to the right', () => {
  const table = asTable(columns, [
    ['VisitStarted', '7'],
    [null, '1234567'],
  ])
  expect(table).toBe(`type         |   count
-------------+--------
VisitStarted |       7
             | 1234567
`)
})

test('text of visitors cannot send commands to the terminal', () => {
  const [, , cell] = asTable(columns.slice(0, 1), [['a\u001b[2Jb\nc\u007f\u009b']]).split('\n')
  expect(cell).toBe('a\\u001b[2Jb\\nc\\u007f\\u009b')
})

test('JSON keeps numbers, booleans and JSON, and a number that would be rounded as text', () => {
  const more = [...columns, { name: 'is', dataTypeID: BOOL }, { name: 'data', dataTypeID: json }]
  const rows = [
    ['a', '9007199254740993', 't', '{"plan":"elite"}'],
    [null, '7', 'f', null],
  ]
  expect(JSON.parse(asJson(more, rows))).toEqual([
    { type: 'a', count: '9007199254740993', is: true, data: { plan: 'elite' } },
    { type: null, count: 7, is: false, data: null },
  ])
  expect(asJson(more, [])).toBe('[]\n')
})
