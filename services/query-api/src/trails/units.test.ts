import { expect, test } from 'vitest'
import { pageOfUnits } from './units.ts'

test('pages of a bar give each unit once, also where several started at the same moment', () => {
  const found = {
    order: Uint32Array.of(2, 0, 1),
    keys: Float64Array.of(10, 20, 5),
    reached: Uint8Array.of(1, 2, 3),
    startedAt: Float64Array.of(100, 100, 200),
    reachedAt: Float64Array.of(101, 102, 203),
    places: new Uint32Array(12),
  }
  const first = pageOfUnits(found, { after: null, limit: 2 })
  expect([first.page.map(({ key }) => key), first.hasMore]).toEqual([[5, 10], true])
  const second = pageOfUnits(found, { after: first.page.at(-1) ?? null, limit: 2 })
  expect([second.page.map(({ key }) => key), second.hasMore]).toEqual([[20], false])
  const none = pageOfUnits(found, { after: { startedAt: 0, key: 1 }, limit: 2 })
  expect(none).toEqual({ page: [], hasMore: false })
})
