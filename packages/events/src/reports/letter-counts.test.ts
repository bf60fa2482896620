import { type LetterPart, mostChanged } from './letter-counts.ts'

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
