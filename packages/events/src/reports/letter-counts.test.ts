import { type LetterPart, letterCounts, mostChanged } from './letter-counts.ts'

const part = (...figures: LetterPart['figures']): LetterPart => ({
  name: '',
  text: null,
  failure: null,
  bars: [],
  empty: null,
  figures,
})
const figure = (name: string, value: number | null, before: number | null, isPercent = false) => ({
  name,
  value,
  before,
  isPercent,
})

test('the figure that changed most is not the one that changed by chance', () => {
  const visits = figure('visite', 800, 1_000)
  expect(mostChanged([part(figure('piani', 3, 1)), part(visits)])).toBe(visits)
  const plans = figure('piani', 30, 10)
  expect(mostChanged([part(plans, figure('visite', 990, 1_000))])).toBe(plans)
})

test('a percentage counts only where there is no count, and without a change there is none', () => {
  const rate = figure('conversione', 90, 10, true)
  const visits = figure('visite', 11, 10)
  expect(mostChanged([part(rate, visits)])).toBe(visits)
  expect(mostChanged([part(rate)])).toBe(rate)
  expect(mostChanged([part(figure('visite', 5, 5), figure('nuove', 5, null))])).toBeNull()
  expect(mostChanged([])).toBeNull()
})

test('what had more time, or nothing to compare with, has not changed; the rise from nothing is one', () => {
  const late = { ...figure('convertite', 1, 100), hadMoreTime: true }
  expect(mostChanged([part(late, figure('nuove', null, 9))])).toBeNull()
  const first = figure('prime', 4, 0)
  expect(mostChanged([part(figure('visite', 15, 10), first)])).toBe(first)
})

test('what a letter says is checked where it is kept', () => {
  const at = '2026-01-01T00:00:00.000Z'
  const counts = {
    title: 'Settimana',
    period: { from: at, to: at },
    before: { from: at, to: at },
    parts: [
      {
        ...part(figure('visite', 1, null)),
        bars: [{ label: 'lun', value: 1 }],
        empty: { lastAt: null, recorded: 0 },
      },
    ],
    countedAt: at,
    position: null,
  }
  expect(letterCounts.parse(counts)).toEqual(counts)
})
