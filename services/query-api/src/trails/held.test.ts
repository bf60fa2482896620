import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Held, type Loaded } from './held.ts'
import { OfKinds } from './kinds.ts'
import { Refused } from './messages.ts'
import { beforeAll, placeOf, wordsOf } from './places.ts'
import type { Trails } from './sorted-trails.ts'
import { Gathering } from './trails-of.ts'

/** An event: of a visit's stream below 10, else of a fact's, which may name a visit. */
type Row = { at: number; stream: number; step: number; carrier: number | null }

const placeAt = (index: number) => placeOf(0, 1 + Math.floor(index / 7), 0, index * 10 + 5)
const keyOf = (stream: number) => 1_000_000_007 * (stream + 1)
const kindOf = ({ stream, step }: Row) => (stream < visits ? 1 : -1) * (100 + step)
const visits = 10

/** The tables, of which rows can be taken away, as visits expire. */
class Tables implements Loaded {
  readonly rowsThere = new Map<number, Row>()
  size = 0

  add(row: Row) {
    this.rowsThere.set(this.size++, row)
  }
  between({ after, upTo }: Parameters<Loaded['rows']>[0]) {
    return [...this.rowsThere].filter(([index]) => placeAt(index) > after && placeAt(index) <= upTo)
  }
  async rows(between: Parameters<Loaded['rows']>[0], limit: number, sink: Parameters<Loaded['rows']>[2]) {
    for (const [index, row] of this.between(between).slice(0, limit)) {
      const view = new DataView(new ArrayBuffer(16))
      for (const [word, value] of wordsOf(placeAt(index)).entries()) view.setUint32(word * 4, value)
      sink.row(view, 0, row.at, keyOf(row.stream), kindOf(row))
    }
  }
  async carried(between: Parameters<Loaded['carried']>[0]) {
    return this.between(between).flatMap(([index, { carrier }]) =>
      carrier === null ? [] : [[placeAt(index), keyOf(carrier)] as [PackedPosition, number]],
    )
  }
  async kinds(keys: readonly number[]) {
    return keys.map(key => [key, `Type${Math.abs(key) - 100}`, {}] as [number, string, object] as never)
  }
}

/** Every event of a visit, by going through the rows one by one. */
function naive(tables: Tables, first: number, last: number): Map<number, number[]> {
  const trails = new Map<number, number[]>()
  for (const [index, row] of tables.rowsThere) {
    if (index < first || index >= last || row.step === 0) continue
    const units = [
      ...(row.stream < visits ? [row.stream] : []),
      ...(row.carrier === null ? [] : [row.carrier]),
    ]
    for (const unit of new Set(units)) trails.set(keyOf(unit), [...(trails.get(keyOf(unit)) ?? []), row.at])
  }
  return trails
}

function plain({ units, starts, ends, at }: Trails, keys: Float64Array): Map<number, number[]> {
  return new Map(
    Array.from(units, (unit, index) => [keys[unit] ?? -1, [...at.subarray(starts[index], ends[index])]]),
  )
}

const row: fc.Arbitrary<Row> = fc
  .record({
    at: fc.nat(1_000),
    stream: fc.nat(14),
    step: fc.nat(3),
    carrier: fc.option(fc.nat(visits - 1), { nil: null }),
  })
  // Carried is what stands outside of the visit's stream.
  .map(row => (row.carrier === row.stream ? { ...row, carrier: null } : row))
const deed = fc.oneof(
  { weight: 4, arbitrary: fc.record({ add: fc.array(row, { maxLength: 20 }) }) },
  { weight: 4, arbitrary: fc.record({ ask: fc.tuple(fc.nat(100), fc.nat(100)) }) },
  { weight: 1, arbitrary: fc.record({ expire: fc.nat(visits - 1) }) },
)

test('whatever is asked first, grows, expires or has no room, the trails are those of the tables', async () => {
  const bytes = fc.constantFrom(0, 100_000, Number.POSITIVE_INFINITY)
  const asked = fc.asyncProperty(
    fc.array(deed, { maxLength: 25 }),
    bytes,
    fc.integer({ min: 1, max: 30 }),
    run,
  )
  await fc.assert(asked, { numRuns: 300 })

  async function run(deeds: object[], mostBytes: number, length: number) {
    const tables = new Tables()
    const held = new Held(mostBytes, length)
    const { columns } = held
    for (const each of deeds as ({ add: Row[] } | { ask: [number, number] } | { expire: number })[]) {
      if ('add' in each) for (const row of each.add) tables.add(row)
      else if ('expire' in each) expire(tables, held, each.expire)
      else {
        const [first, last] = each.ask
          .map(share => Math.round((tables.size * share) / 100))
          .sort((a, b) => a - b)
        if (first === undefined || last === undefined) continue
        const after = first === 0 ? beforeAll : placeAt(first - 1)
        const marks = new OfKinds(columns.kinds, type => Number(type.slice('Type'.length)))
        const events = new Gathering(columns, { by: 'visit', marks })
        const upTo = last === 0 ? beforeAll : placeAt(last - 1)
        for await (const slice of held.slices(tables, { after, upTo })) events.add(slice)
        expect(plain(events.trails(), columns.streams.keys)).toEqual(naive(tables, first, last))
      }
    }
  }
})

test('who asked for a period of long ago does not have all read that came since', async () => {
  const tables = new Tables()
  const add = (rows: number) => {
    for (let index = 0; index < rows; index++) tables.add({ at: index, stream: 1, step: 1, carrier: null })
    return placeAt(tables.size - 1)
  }
  const inMemory = (held: Held) => held.columns.segments.reduce((rows, { length }) => rows + length, 0)
  const look = async (held: Held, upTo: PackedPosition, end: PackedPosition) => {
    for await (const _ of held.slices(tables, { after: beforeAll, upTo }));
    held.reached(end)
  }
  const end = add(100)
  const old = new Held(Number.POSITIVE_INFINITY, 10)
  await look(old, placeAt(4), end)
  await old.keepUp(tables, end)
  expect(inMemory(old)).toBe(5)

  const recent = new Held(Number.POSITIVE_INFINITY, 10)
  await look(recent, end, end)
  const later = add(100)
  await recent.keepUp(tables, later)
  // A piece at a time, so that a question waits for no more than that; and on with the next turn.
  expect(inMemory(recent)).toBe(110)
  await recent.keepUp(tables, later)
  expect(inMemory(recent)).toBe(120)
})

test('memory is full of what visitors say, however long that is, before it takes more than its bound', async () => {
  const tables = new Tables()
  let asked = 0
  tables.kinds = async (keys: readonly number[]) => {
    asked += keys.length
    return keys.map(key => [key, 'InteractionTracked', { elementText: 'x'.repeat(1_000) }] as never) as never
  }
  for (let step = 0; step < 100; step++) tables.add({ at: step, stream: 1, step, carrier: null })
  const held = new Held(600_000, 10)
  const looking = async (rows: number) => {
    for await (const _ of held.slices(tables, { after: beforeAll, upTo: placeAt(rows - 1) }));
  }
  await looking(10)
  expect(held.isCrowded).toBe(false)
  await looking(100)
  expect(held.isCrowded).toBe(true)
  expect(asked).toBe(100)
})

test('a question about events each of which says something else is broken off while it reads them', async () => {
  const tables = new Tables()
  const said = { elementText: 'x'.repeat(16_000) }
  let most = 0
  let asked = 0
  tables.kinds = async (keys: readonly number[]) => {
    most = Math.max(most, keys.length)
    asked += keys.length
    return keys.map(key => [key, 'InteractionTracked', said] as never) as never
  }
  for (let step = 0; step < 10_000; step++) tables.add({ at: step, stream: 1, step, carrier: null })
  const held = new Held(2 ** 27)
  const ask = async () => {
    for await (const _ of held.slices(tables, { after: beforeAll, upTo: placeAt(9_999) }));
  }
  await expect(ask).rejects.toThrow(Refused)
  expect(asked).toBeLessThan(5_000)
  expect(most).toBeLessThan(5_000)
  // Whatever is asked next begins with empty memory.
  expect(held.isCrowded).toBe(true)
})

/** An event of its own says so, and what was carried stays without the visit. */
function expire(tables: Tables, held: Held, visit: number) {
  const at = tables.size
  tables.add({ at: 0, stream: 14, step: 0, carrier: null })
  for (const [index, row] of tables.rowsThere) {
    if (row.carrier === visit) tables.rowsThere.set(index, { ...row, carrier: null })
    if (row.stream === visit) tables.rowsThere.delete(index)
  }
  const number = held.columns.streams.find(keyOf(visit))
  held.columns.expire(new Set(number < 0 ? [] : [number]), placeAt(at))
}
