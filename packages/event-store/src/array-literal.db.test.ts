import { databaseInTest } from '@tba/testing/database.ts'
import { clientInTest } from '@tba/testing/with-client.ts'
import fc from 'fast-check'
import { arrayLiteral } from './array-literal.ts'

test('PostgreSQL reads the array as given, with any texts in it', async () => {
  const client = await clientInTest(await databaseInTest())
  const read = async (type: string, values: readonly (string | number | boolean | null)[]) =>
    (await client.query(`select $1::${type}[] as values`, [arrayLiteral(values)])).rows[0].values

  const odd = ['', ' ', 'null', 'NULL', '{}', 'a,b', '"', '\\', '\\"', '\n', 'È', null]
  expect(await read('text', odd)).toEqual(odd)
  expect(await read('int', [1, -2, null])).toEqual([1, -2, null])
  expect(await read('bool', [true, false, null])).toEqual([true, false, null])
  expect(await read('text', [])).toEqual([])
  const texts = fc.array(fc.option(fc.string({ unit: 'binary' }).filter(text => !text.includes('\0'))))
  await fc.assert(
    fc.asyncProperty(texts, async values => {
      expect(await read('text', values)).toEqual(values)
    }),
  )
})
