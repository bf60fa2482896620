import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CopiedRows } from './copied-rows.ts'

type Row = { place: string; atMs: number; stream: number; kind: number }

const header = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
const end = Buffer.from([0xff, 0xff])

/** As PostgreSQL writes it. */
function encoded({ place, atMs, stream, kind }: Row): Buffer {
  const row = Buffer.alloc(58)
  row.writeInt16BE(4, 0)
  row.writeInt32BE(16, 2)
  row.write(place, 6, 'hex')
  const fields = [BigInt(atMs - Date.UTC(2000, 0, 1)) * 1_000n, BigInt(stream), BigInt(kind)]
  for (const [at, value] of fields.entries()) {
    row.writeInt32BE(8, 22 + at * 12)
    row.writeBigInt64BE(value, 26 + at * 12)
  }
  return row
}

function decode(pieces: readonly Buffer[]): Row[] {
  const rows: Row[] = []
  const decoder = new CopiedRows({
    row(view, at, atMs, stream, kind) {
      const place = Buffer.from(view.buffer, view.byteOffset + at, 16).toString('hex')
      rows.push({ place, atMs, stream, kind })
    },
  })
  for (const piece of pieces) decoder.push(piece)
  decoder.end()
  return rows
}

const row = fc.record({
  place: fc.uint8Array({ minLength: 16, maxLength: 16 }).map(bytes => Buffer.from(bytes).toString('hex')),
  atMs: fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2200, 0, 1) }),
  stream: fc.nat(2 ** 31).chain(low => fc.nat(2 ** 21 - 1).map(high => high * 2 ** 32 + low)),
  kind: fc.maxSafeInteger(),
})

test('rows come out as they went in, wherever the network cuts them', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), fc.array(fc.nat(80), { maxLength: 40 }), (rows, cuts) => {
      const whole = Buffer.concat([header, ...rows.map(encoded), end])
      const pieces: Buffer[] = []
      let at = 0
      for (const length of cuts) {
        pieces.push(whole.subarray(at, at + length))
        at = Math.min(whole.length, at + length)
      }
      expect(decode([...pieces, whole.subarray(at)])).toEqual(rows)
    }),
  )
})

test('a copy that breaks off is told from one that has ended', () => {
  const some = { place: '0'.repeat(32), atMs: 0, stream: 1, kind: 1 }
  const whole = Buffer.concat([header, encoded(some), end])
  expect(() => decode([whole.subarray(0, 60)])).toThrow('within a row')
  expect(() => decode([whole.subarray(0, -2)])).toThrow('within a row')
})

test('rows of another shape are refused', () => {
  const other = encoded({ place: '0'.repeat(32), atMs: 0, stream: 1, kind: 1 })
  other.writeInt32BE(-1, 22)
  expect(() => decode([Buffer.concat([header, other, end])])).toThrow('not of this shape')
})
