import { decoded, encoded, selected } from './column.ts'

const columnsOf = (types: object) => Object.entries(types).map(([name, type]) => ({ name, type }))

test('a loaded row has the form in which it was folded', () => {
  const columns = columnsOf({
    label: 'text',
    price: 'numeric',
    flag: 'bool',
    not: 'bool',
    doc: 'jsonb',
    at: 'date',
  })
  const texts = { label: 'true', price: '12.50', flag: 'true', not: 'false', doc: '{"deep": [1]}', at: null }
  const row = { label: 'true', price: 12.5, flag: true, not: false, doc: { deep: [1] }, at: null }
  expect(decoded(columns, texts)).toEqual(row)
})

test('a time is read in UTC, whatever the zone of the session', () => {
  const [at, label] = columnsOf({ at: 'timestamptz', label: 'text' }).map(column =>
    selected(column, 'things'),
  )
  expect([at, label]).toEqual([
    `to_char(things."at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "at"`,
    'things."label"::text as "label"',
  ])
})

test('only a jsonb column holds objects', () => {
  const [doc, label] = columnsOf({ doc: 'jsonb', label: 'text' })
  if (!doc || !label) throw new Error('no columns')
  expect(encoded(doc, [{ deep: 1 }, 'text', null])).toBe('{"{\\"deep\\":1}","\\"text\\"",null}')
  expect(encoded(label, ['text', null])).toBe('{"text",null}')
  expect(() => encoded(label, [{ deep: 1 }])).toThrow('label is no jsonb column and cannot hold an object')
})
