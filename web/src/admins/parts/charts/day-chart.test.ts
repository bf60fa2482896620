import { finalAndOpen } from './day.chart.tsx'

const lines = (firstOpen: number) => [5, 6, 7].map((value, at) => finalAndOpen(value, at, firstOpen))

test('The open part of a curve starts at the last final value', () => {
  expect(lines(2).map(({ final }) => final)).toEqual([5, 6, null])
  expect(lines(2).map(({ open }) => open)).toEqual([null, 6, 7])
  expect(lines(-1).map(({ final, open }) => [final, open])).toEqual([
    [5, null],
    [6, null],
    [7, null],
  ])
})
