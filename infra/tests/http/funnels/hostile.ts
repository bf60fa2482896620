import { operators } from '@tba/events/condition.ts'
import { breakdowns } from '@tba/events/funnels/definition.ts'
import { relativePeriods } from '@tba/events/period.ts'
import fc from 'fast-check'

/** Of these, a JSONPath, a JSON pointer, SQL, a number or the text of an error could make something else. */
const words = fc.constantFrom(
  ...['FATAL\\', 'FATAL Error', 'Corrupt database file', 'a"b', "a'b", '*', '**', '$', '#-1', '0', '[0]'],
  ...['~', '~0', '~1', '/', 'a/b', ' ', '\\u0041', '\\"', '?', '{{7*7}}', '__proto__', 'constructor'],
  ...["'; drop table events; --", '-1', '1e400', '1e+21', '−1', '.5', ' 7 ', '7.'],
)
const texts = fc.oneof(
  words,
  fc.string({ unit: 'binary', maxLength: 12 }).filter(text => text.isWellFormed() && !text.includes('\0')),
)
const numbers = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, 7, -1e21, 1e21, 2 ** 53, 2 ** 63, 2 ** 64, 1e308, 5e-324, 123456789012345680000),
)
const values = fc.oneof(texts, numbers, fc.boolean())
const names = texts.filter(name => name !== '' && !name.includes('.'))

/** What a visitor sent under a free name, and a condition on it. */
export const freeName = fc.record({
  name: names,
  op: fc.constantFrom(...operators),
  value: values,
  /** Null: the same value. */
  stored: fc.option(values),
  others: fc.dictionary(names, values, { maxKeys: 3 }),
})
export type FreeName = typeof freeName extends fc.Arbitrary<infer T> ? T : never

export const sent = ({ name, value, stored, others }: FreeName) => ({ ...others, [name]: stored ?? value })

const mostly = <T>(usual: fc.Arbitrary<T>, ...others: fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 15, arbitrary: usual as fc.Arbitrary<unknown> }, ...others)

const condition = fc.record({
  field: mostly(
    names.map(name => `additionalData.${name}`),
    fc.constantFrom(
      'page',
      'elementText',
      'additionalData',
      'additionalData.',
      'additionalData.a.b',
      'toString',
    ),
    texts,
  ),
  op: fc.constantFrom(...operators),
  value: mostly(values, fc.constantFrom(null, [], {}, 'a\0b', '\ud800')),
})
const step = fc.record({
  event: mostly(fc.constant('InteractionTracked'), fc.constantFrom('VisitStarted', '__proto__', 'FATAL')),
  where: fc.array(condition, { maxLength: 2 }),
})
const moments = fc.constantFrom(
  '0001-01-01',
  '2020-01-01',
  '2026-03-29T02:30:00+01:00',
  '9999-12-31',
  '+275760-09-13',
)
const window = fc.oneof(numbers, fc.double({ min: 5e-324, max: 3e8 }))

/** The envelope is mostly right, so that the conditions are reached. */
export const hostileDefinition = fc
  .tuple(
    fc.record({
      by: fc.constantFrom('visit', 'customer', 'person'),
      steps: fc.array(step, { minLength: 2, maxLength: 3 }),
      windowSeconds: fc.constant(3_600),
      period: fc.constantFrom(...relativePeriods),
      trend: fc.constantFrom(undefined, 'day', 'week'),
      breakdown: fc.constantFrom(undefined, ...breakdowns),
    }),
    mostly(
      fc.constant({}),
      fc.record({ windowSeconds: window, stepWindowsSeconds: fc.array(fc.option(window), { maxLength: 2 }) }),
      fc.record({ period: fc.constant(undefined), from: moments, to: moments }),
      fc.record({ compareTo: fc.constantFrom('previous', { from: '2020-01-01', to: '9999-12-31' }) }),
      fc.record({ asOf: texts }),
    ),
  )
  .map(([definition, more]) => ({ ...definition, ...(more as object) }))
