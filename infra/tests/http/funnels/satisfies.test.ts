import type { Condition } from '@tba/events/condition.ts'
import { holds, satisfies } from './satisfies.ts'

const data = {
  page: 'https://example.com/Strategie?utm_source=x',
  elementId: null,
  eventValue: 500,
  isFirst: true,
  deposit: '1e3',
  empty: '',
  additionalData: { percent: 75, 'a.b': 1 },
  visits: ['uno', 'due'],
}

test.each<[boolean, string, Condition['op'], Condition['value']]>([
  [true, 'page', 'is', '/Strategie'],
  [true, 'page', 'is', 'https://example.com/Strategie#top'],
  [false, 'page', 'contains', 'utm'],
  [false, 'page', 'is', '/strategie'],
  [true, 'eventValue', 'is', 500],
  [true, 'eventValue', 'is', '500'],
  [false, 'eventValue', 'is', '500.0'],
  [false, 'eventValue', 'isNot', '500'],
  [true, 'isFirst', 'is', true],
  [true, 'isFirst', 'is', 'true'],
  [false, 'isFirst', 'is', 1],
  [true, 'empty', 'is', ''],
  [true, 'page', 'contains', 'Strat'],
  [false, 'page', 'contains', 'strat'],
  [true, 'eventValue', 'contains', 0],
  [true, 'visits', 'contains', 'due'],
  [true, 'page', 'startsWith', '/S'],
  [false, 'page', 'startsWith', 'Strategie'],
  [true, 'eventValue', 'gt', 499.5],
  [false, 'eventValue', 'gt', 500],
  [true, 'eventValue', 'lt', '1000'],
  [false, 'eventValue', 'lt', 'mille'],
  [false, 'eventValue', 'lt', ''],
  [true, 'deposit', 'gt', 999],
  [false, 'page', 'gt', 0],
  [false, 'empty', 'lt', 1],
  [false, 'isFirst', 'gt', 0],
  [true, 'additionalData.percent', 'gt', 50],
  [false, 'additionalData.a.b', 'is', 1],
])('%s: %s %s %s', (expected, field, op, value) =>
  expect(satisfies([{ field, op, value }], data)).toBe(expected),
)

test.each<Condition['op']>(['is', 'contains', 'startsWith', 'gt', 'lt'])(
  'A value that is missing, null or not a single value matches no condition «%s», but matches «is not»',
  op => {
    for (const value of ['', 'null', 'undefined', '[object Object]', 0, false]) {
      for (const field of ['elementId', 'elementText', 'additionalData', 'page.length', 'additionalData.x'])
        expect(satisfies([{ field, op, value }], data), field).toBe(false)
      for (const found of [null, undefined, {}]) expect(holds({ op: 'isNot', value }, found)).toBe(true)
    }
  },
)

test('a step requires all of its conditions, and matches without any', () => {
  const where: Condition[] = [
    { field: 'page', op: 'startsWith', value: '/' },
    { field: 'eventValue', op: 'gt', value: 400 },
  ]
  expect(satisfies([], data)).toBe(true)
  expect(satisfies(where, data)).toBe(true)
  expect(satisfies([...where, { field: 'eventValue', op: 'lt', value: 500 }], data)).toBe(false)
})
