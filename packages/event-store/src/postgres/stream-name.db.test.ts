import { freshDatabase } from '@tba/testing/database.ts'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './migrations.ts'
import { packedName, unpackedName } from './stream-name.ts'
import { connected } from './testing/harness.ts'

let client: pg.Client
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await freshDatabase()
  drop = database.drop
  client = await connected(database.connectionString)
  await migrate(client)
})
afterAll(async () => {
  await client.end()
  await drop()
})

async function inSql(name: string): Promise<{ packed: string; unpacked: string; bytes: Buffer }> {
  const { rows } = await client.query(
    'select log.packed_name($1) as bytes, log.packed_name($1)::text as packed, log.unpacked_name(log.packed_name($1)) as unpacked',
    [name],
  )
  return rows[0]
}

const digits = fc.stringMatching(/^[0-9]{12,14}$/)
const names = fc.oneof(
  fc.string({ unit: 'binary' }).filter(name => !name.includes('\0')),
  fc.uuid(),
  fc
    .tuple(fc.string({ unit: 'grapheme' }), fc.uuid())
    .map(([before, id]) => `${before.replaceAll('\0', '')}${id}`),
  fc.tuple(digits, fc.stringMatching(/^[0-9a-f]{7,9}$/)).map(([at, id]) => `visit-session_${at}_${id}`),
  fc.tuple(digits, fc.uuid()).map(([at, id]) => `visit-session_${at}_${id}`),
  fc.tuple(digits, fc.uuid()).map(([at, id]) => `visit-session_${at}_${id.toUpperCase()}`),
)

test('a stream is found by one name alone, whichever side packs it, and is called as it was', async () => {
  await fc.assert(
    fc.asyncProperty(names, async name => {
      const { packed, unpacked, bytes } = await inSql(name)
      expect(packed).toBe(packedName(name))
      expect(unpacked).toBe(name)
      expect(unpackedName(bytes)).toBe(name)
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['visit-session_1700000000000_0123abcd', 11],
  ['visit-session_0000000000001_0192a4b6-0000-7000-8000-0123456789ab', 23],
  ['setup-0192a4b6-0000-7000-8000-0123456789ab', 23],
  ['tracking', 9],
  ['visit-session_1700000000000_0123abcd\n', 38],
])('%j takes %i bytes', async (name, length) => {
  const { bytes, packed, unpacked } = await inSql(name)
  expect(bytes).toHaveLength(length)
  expect([packed, unpacked]).toEqual([packedName(name), name])
})

const text = fc.string({ unit: 'binary', maxLength: 4 }).map(said => Buffer.from(said))
const bytes = fc.oneof(
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 24 }).map(each => Buffer.from(each)) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.nat(4), fc.oneof(text, fc.uint8Array({ maxLength: 24 })), text)
      .map(([how, first, rest]) => Buffer.concat([Buffer.from([how]), first, rest])),
  },
)

test('a damaged name stops no reader, and is the same for all of them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(bytes, { maxLength: 50 }), async names => {
      const { rows } = await client.query(
        'select log.unpacked_name(name) as name from unnest($1::bytea[]) with ordinality as given (name, at) order by at',
        [names],
      )
      expect(rows.map(({ name }) => name)).toEqual(names.map(unpackedName))
    }),
    { numRuns: 100 },
  )
})
