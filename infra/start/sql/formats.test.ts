import pg from 'pg'
import { type Cells, type Column, formats } from './formats.ts'

const { TEXT, INT8, FLOAT8, NUMERIC, BOOL, INTERVAL, JSON: json, JSONB } = pg.types.builtins
const intArray = 1007

async function written(
  format: keyof typeof formats,
  columns: readonly Column[],
  ...pages: Cells[][]
): Promise<string> {
  async function* given() {
    for (const rows of pages) yield { columns, rows }
  }
  return (await Array.fromAsync(formats[format](given()))).join('')
}

const columns = [
  { name: 'type', dataTypeID: TEXT },
  { name: 'count', dataTypeID: INT8 },
]

test('a table has aligned columns, with numbers to the right', async () => {
  const rows = [
    ['VisitStarted', '7'],
    [null, '1234567'],
  ]
  expect(await written('table', columns, rows)).toBe(`type         |   count
-------------+--------
VisitStarted |       7
             | 1234567
`)
})

test('the first page of a table decides the widths', async () => {
  const wide = ['much more than before', '12345678']
  expect(await written('table', columns, [['one', '1']], [wide, ['two', null]])).toBe(`type | count
-----+------
one  |     1
much more than before | 12345678
two  |
`)
})

test('text of visitors cannot send commands to the terminal', async () => {
  const table = await written('table', columns.slice(0, 1), [['a\u001b[2Jb\nc\u007f\u009b']])
  expect(table.split('\n')[2]).toBe('a\\u001b[2Jb\\nc\\u007f\\u009b')
})

const exact = [
  ...[
    [FLOAT8, '-1.5'],
    [FLOAT8, '1e-07'],
    [NUMERIC, '12345678901234.56789'],
    [INT8, '9007199254740993'],
  ],
  ...[
    [json, '{"id": 9007199254740993, "of": [1,-2]}'],
    [JSONB, '-5'],
  ],
] as const

test.each(exact)('a value of type %s is %s in JSON and CSV, as PostgreSQL writes it', async (type, text) => {
  const column = [{ name: 'value', dataTypeID: type }]
  expect(await written('json', column, [[text]])).toBe(`[\n{"value":${text}}\n]\n`)
  const cell = /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  expect(await written('csv', column, [[text]])).toBe(`value\r\n${cell}\r\n`)
})

test('JSON knows booleans, has a row per line, and what is no number of JSON as text', async () => {
  const more = [
    ...columns,
    { name: 'is', dataTypeID: BOOL },
    { name: 'data', dataTypeID: json },
    { name: 'share', dataTypeID: FLOAT8 },
  ]
  const pages = [[['a"b', '1', 't', '{"plan":\r\n"elite"}', 'NaN']], [[null, '7', 'f', null, '-Infinity']]]
  const text = await written('json', more, ...pages)
  expect(text.split('\n')).toHaveLength(5)
  expect(JSON.parse(text)).toEqual([
    { type: 'a"b', count: 1, is: true, data: { plan: 'elite' }, share: 'NaN' },
    { type: null, count: 7, is: false, data: null, share: '-Infinity' },
  ])
  expect(await written('json', more, [])).toBe('[]\n')
})

test('in CSV only a text is defused', async () => {
  const typed = [TEXT, INTERVAL, intArray, json].map(dataTypeID => ({ name: '-', dataTypeID }))
  const row = ['-1', '-01:00:00', '{1,-2}', '["a;=1"]']
  expect(await written('csv', typed, [row])).toBe(`'-,'-,'-,'-\r\n'-1,-01:00:00,"{1,-2}","[""a;'=1""]"\r\n`)
})

test('columns with one name are all kept', async () => {
  const same = ['a', 'a', 'a_2'].map(name => ({ name, dataTypeID: INT8 }))
  expect(await written('json', same, [['1', '2', '3']])).toBe('[\n{"a":1,"a_2":2,"a_2_2":3}\n]\n')
  expect(await written('csv', same, [['1', '2', '3']])).toBe('a,a,a_2\r\n1,2,3\r\n')
})
