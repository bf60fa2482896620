import { expect, test } from 'vitest'
import type { EventRow } from '../history-data.ts'
import { hasGap, mostKept, noLiveRows, withArrived, withWaiting } from './live-rows.ts'

const rowAt = (at: number) => ({ id: `e${at}`, position: String(at).padStart(9, '0') }) as EventRow
const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => rowAt(from + at))
const ids = (list: readonly EventRow[]) => list.map(({ id }) => id)

const read = { isHeld: false, newest: '' }
const held = { isHeld: true, newest: '' }

test('However many wait, only a limited number is kept, and the gap is known', () => {
  let live = withArrived(noLiveRows, [rowAt(0)], read)
  for (let at = 0; at < 30; at++) live = withArrived(live, rows(at * 100 + 1, at * 100 + 100), held)
  expect(live.waiting).toHaveLength(mostKept)
  expect(live.waitingCount).toBe(3_000)
  const after = withWaiting(live, '')
  expect(hasGap(after, '')).toBe(true)
  expect(ids(after.shown)[0]).toBe('e3000')
  expect(after.shown).toHaveLength(mostKept)
  expect(ids(after.shown)).not.toContain('e0')
})

test('A list that is live for long must be read again', () => {
  const few = withArrived(noLiveRows, rows(1, mostKept), read)
  expect(hasGap(few, '')).toBe(false)
  const many = withArrived(few, [rowAt(mostKept + 1)], read)
  expect(hasGap(many, '')).toBe(true)
  expect(many.shown).toHaveLength(mostKept)
})

test('After a new read, another thousand may arrive', () => {
  const many = withArrived(noLiveRows, rows(1, mostKept + 1), read)
  const { position } = rowAt(mostKept + 1)
  expect(hasGap(many, position)).toBe(false)
  const after = { isHeld: false, newest: position }
  const next = withArrived(many, [rowAt(mostKept + 2)], after)
  expect(ids(next.shown)).toEqual([`e${mostKept + 2}`])
  expect(hasGap(next, position)).toBe(false)
  const full = withArrived(next, rows(mostKept + 3, 2 * mostKept + 1), after)
  expect(hasGap(full, position)).toBe(false)
  expect(hasGap(withArrived(full, [rowAt(2 * mostKept + 2)], after), position)).toBe(true)
})

test('A list older than the dropped events does not close the gap', () => {
  const many = withArrived(noLiveRows, rows(1, mostKept + 5), read)
  expect(hasGap(many, rowAt(4).position)).toBe(true)
  expect(hasGap(many, rowAt(5).position)).toBe(false)
})
