import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyValues, findValues } from './plain-json.ts'

/** Null where the list is to be parsed. */
function valuesIn(text: string): string[] | null {
  const bytes = Buffer.from(`before${text}behind`)
  const values = emptyValues()
  if (!findValues(bytes, 6, bytes.length - 6, values)) return null
  return Array.from({ length: values.count }, (_, i) =>
    bytes.toString('utf8', values.starts[i], values.ends[i]),
  )
}

test('values that stand as JSON.stringify writes them are found where they stand', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), list => {
      // What a log holds went through JSON before.
      const stored = JSON.parse(JSON.stringify(list)) as unknown[]
      expect(valuesIn(JSON.stringify(stored))).toEqual(stored.map(value => JSON.stringify(value)))
    }),
  )
})

const scraps = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '-',
  '.',
  '0',
  '1',
  '00',
  'e5',
  ' ',
  'a',
  '"b":',
  'null',
  'tru',
  '{"b":1}',
  '"è"',
]
const scrap = fc.array(fc.constantFrom(...scraps), { maxLength: 12 }).map(parts => `[${parts.join('')}]`)

test('whatever a row holds, nothing is taken as it stands that would be written in another way', () => {
  fc.assert(
    fc.property(fc.oneof(scrap, fc.json()), text => {
      const values = valuesIn(text)
      if (values !== null)
        expect(values).toEqual((JSON.parse(text) as unknown[]).map(value => JSON.stringify(value)))
    }),
    { numRuns: 3_000 },
  )
})

test.each([
  ...[
    '',
    '[',
    '{}',
    'null',
    '[1',
    '[1,]',
    '[,1]',
    '[1 ]',
    '[1, 2]',
    '[01]',
    '[-0]',
    '[1.0]',
    '[1.50]',
    '[1e2]',
    '[.5]',
    '[1.]',
  ],
  ...[
    '[0.0000001]',
    '[12345678901234567890]',
    '["\\u0041"]',
    '["a]',
    '[{"a":1,"a":2}]',
    '[{"b":0,"1":0}]',
    '[{"1":0,"0":0}]',
  ],
  ...[
    '[{"a": 1}]',
    '[[1, 2]]',
    '[{"a":1}',
    '[{"a"}]',
    '[tru]',
    '[nullx]',
    '[1]]',
    '[[1]',
    '[{"a":{"2":0,"1":0}}]',
  ],
])('%j is parsed', text => {
  expect(valuesIn(text)).toBeNull()
})
