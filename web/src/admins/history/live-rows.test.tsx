import { expect, test } from 'vitest'
import type { EventRow } from './event-row.ts'
import { cameIn, letIn, mostKept, noLiveRows, withLive } from './live-rows.ts'

const rowAt = (at: number) => ({ id: `e${at}`, position: String(at).padStart(9, '0') }) as EventRow
const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => rowAt(from + at))
const ids = (list: readonly EventRow[]) => list.map(({ id }) => id)

test('What comes in stands above the list, the newest first, and nothing stands there twice', () => {
  const live = cameIn(cameIn(noLiveRows, rows(3, 4), false), rows(5, 6), false)
  expect(ids(withLive(live, [rowAt(4), rowAt(2), rowAt(1)]))).toEqual(['e6', 'e5', 'e4', 'e2', 'e1'])
})

test('While somebody reads, what comes in is counted and waits', () => {
  const held = cameIn(cameIn(noLiveRows, rows(1, 2), false), rows(3, 14), true)
  expect(ids(withLive(held, []))).toEqual(['e2', 'e1'])
  expect(held.waitingCount).toBe(12)
  const letInAfter = letIn(held)
  expect(ids(letInAfter.shown).slice(0, 2)).toEqual(['e14', 'e13'])
  expect(letInAfter).toMatchObject({ waiting: [], waitingCount: 0, hasGap: false })
  expect(letInAfter.shown).toHaveLength(14)
})

test('However long somebody reads, no more is kept than a list needs, and the gap is known', () => {
  let live = cameIn(noLiveRows, [rowAt(0)], false)
  for (let at = 0; at < 30; at++) live = cameIn(live, rows(at * 100 + 1, at * 100 + 100), true)
  expect(live.waiting).toHaveLength(mostKept)
  expect(live.waitingCount).toBe(3_000)
  const after = letIn(live)
  expect(after.hasGap).toBe(true)
  expect(ids(after.shown)[0]).toBe('e3000')
  expect(after.shown).toHaveLength(mostKept)
  expect(ids(after.shown)).not.toContain('e0')
})

test('A list that is followed for long asks to be read anew', () => {
  const few = cameIn(noLiveRows, rows(1, mostKept), false)
  expect(few.hasGap).toBe(false)
  const many = cameIn(few, [rowAt(mostKept + 1)], false)
  expect(many.hasGap).toBe(true)
  expect(many.shown).toHaveLength(mostKept)
})
