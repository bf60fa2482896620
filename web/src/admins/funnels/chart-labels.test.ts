import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelsOf } from './chart-labels.ts'

const rowOf = (count: number, lost: number) => ({
  ...{ step: 2, name: 'Clic', lost, compared: null },
  result: { count, dropped: 0, conversion: 12.5, fromPrevious: 33.3, medianSeconds: null },
})

test('Values stand on their own parts of a bar where they fit', () => {
  const [reached, lost] = labelsOf(rowOf(500, 500), { scale: 0.7, most: 700 })
  expect(reached).toMatchObject({ text: '500 · 12,5%', x: 8, isOnBar: true })
  expect(lost).toMatchObject({ text: '−500 · 66,7%', ground: true })
  expect(lost?.x).toBeGreaterThan(350)
})

test('Where nobody arrived the value lies on paper, not straight on the hatching', () => {
  expect(labelsOf(rowOf(0, 500), { scale: 0.7, most: 700 })[0]).toMatchObject({
    ground: true,
    isOnBar: false,
  })
})

test('Values never lie upon one another, nor leave the chart to the right', () => {
  const widths = fc.integer({ min: 320, max: 1_200 })
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.nat(1_000_000),
      fc.nat(1_000_000),
      widths,
      (count, lost, more, most) => {
        const scale = most / Math.max(1, count + lost + more)
        const labels = labelsOf(rowOf(count, lost), { scale, most })
        expect(labels).toHaveLength(lost > 0 ? 2 : 1)
        const [first, second] = labels.toSorted((one, other) => one.x - other.x)
        if (first && second) expect(second.x).toBeGreaterThanOrEqual(first.x + first.width)
        for (const label of labels) {
          expect(label.x).toBeGreaterThanOrEqual(0)
          expect(label.x + label.width).toBeLessThanOrEqual(most)
        }
      },
    ),
  )
})
