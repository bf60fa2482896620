import { count, percent } from '../parts/numbers.ts'
import type { Row } from './bars.ts'

/** A value that is written on a bar, or behind it. `ground`: on paper, since what lies below is hatched. */
export type Label = { text: string; x: number; width: number; ground: boolean; isOnBar: boolean }

/** About as wide as it is set: a digit is 7 to 8 pixels. */
const widthOf = (text: string) => text.length * 7.4
const gap = 8

export const reachedText = ({ result }: Row) => `${count(result.count)} · ${percent(result.conversion)}`
export const lostShare = ({ result }: Row) => percent(Math.round((100 - result.fromPrevious) * 10) / 10)
const lostText = (row: Row) => `−${count(row.lost)} · ${lostShare(row)}`

/**
 * Where the values of a row stand: each on its own part of the bar where it fits; else behind the bar, or, where there is no
 * room behind it, on a piece of paper upon it.
 * @param scale pixels a unit
 * @param most pixels of the whole width
 */
export function labelsOf(row: Row, { scale, most }: { scale: number; most: number }): Label[] {
  const [reached, lost] = [row.result.count * scale, row.lost * scale]
  const end = reached + lost
  const [first, second] = [widthOf(reachedText(row)), row.lost > 0 ? widthOf(lostText(row)) : 0]
  const [x, secondX] = placesOf({ reached, lost, end, most }, first, second)
  const isOnBar = x === gap && first + 2 * gap <= reached
  const labels = [
    { text: reachedText(row), x, width: first, ground: !isOnBar && x < end, isOnBar },
    { text: lostText(row), x: secondX, width: second, ground: secondX < end, isOnBar: false },
  ]
  return row.lost > 0 ? labels : labels.slice(0, 1)
}

type Lengths = { reached: number; lost: number; end: number; most: number }

function placesOf({ reached, lost, end, most }: Lengths, first: number, second: number) {
  const [behind, within] = [end + gap, end - second - gap]
  const isFirstIn = first + 2 * gap <= reached
  const isSecondIn = second + 2 * gap <= lost
  if (isFirstIn && isSecondIn) return [gap, within] as const
  if (isFirstIn && behind + second <= most) return [gap, behind] as const
  if (isFirstIn && within >= 2 * gap + first) return [gap, within] as const
  if (first + second + 3 * gap <= lost) return [reached + gap, within] as const
  if (isSecondIn && behind + first <= most) return [behind, within] as const
  const start = Math.min(behind, most - first - gap - second)
  return [start, start + first + gap] as const
}
