import { expect, test } from 'vitest'
import { Columns } from './columns.ts'
import { OfKinds } from './kinds.ts'
import { Refused } from './messages.ts'
import { beforeAll } from './places.ts'
import { Segment } from './segment.ts'
import { trailsOf } from './trails-of.ts'

test('a question whose events take more memory than there is for it is refused', () => {
  const columns = new Columns(33 * 5_000)
  const segment = new Segment(beforeAll)
  const sink = columns.into(segment)
  const add = (rows: number) => {
    for (let row = 0; row < rows; row++) sink.row(new DataView(new ArrayBuffer(16)), 0, row, 1, 1)
  }
  columns.kinds.learn(1, { type: 'InteractionTracked', said: {} })
  const gather = () => {
    const marks = new OfKinds(columns.kinds, () => 1)
    const slice = { segment, first: 0, end: segment.length }
    return trailsOf(columns, [slice], { by: 'visit', marks, places: true })
  }
  add(4_900)
  expect(gather().at).toHaveLength(4_900)
  add(200)
  expect(gather).toThrow(Refused)
})
