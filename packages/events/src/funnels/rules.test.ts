import { rulesOf } from './rules.ts'

const steps = ['VisitStarted', 'LeadSubmitted', 'AccountRegistered'].map(event => ({ event }))
const period = { from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' }

test('a window with decimals is exact in milliseconds', () => {
  const definition = { ...period, steps, windowSeconds: 4.001, stepWindowsSeconds: [null, 0.0005] }
  const rules = {
    steps: 3,
    windowMs: 4_001,
    stepWindowsMs: [Number.MAX_VALUE, 0.5],
    strict: false,
    fromMs: Date.parse(period.from),
    toMs: Date.parse(period.to),
  }
  expect(rulesOf(definition)).toEqual(rules)
  const unlimited = { ...rules, strict: true, stepWindowsMs: [Number.MAX_VALUE, Number.MAX_VALUE] }
  expect(rulesOf({ ...definition, stepWindowsSeconds: undefined, strict: true })).toEqual(unlimited)
})
