import { splitSmall } from './small-groups.ts'

function shownOf(sizes: Record<string, number>, rest?: number) {
  const { shown, small } = splitSmall(Object.entries(sizes), ([, size]) => size, rest)
  const names = (groups: [string, number][]) => groups.map(([name]) => name).join('')
  return `${names(shown)} | ${names(small)}`
}

test('groups under five are joined, the others keep their order', () => {
  expect(shownOf({ a: 9, b: 4, c: 5, d: 3 })).toBe('ac | db')
  expect(shownOf({ a: 9, b: 5 })).toBe('ab | ')
})

test('if they are under five together, the next smallest joins them', () => {
  expect(shownOf({ a: 30, b: 8, c: 2, d: 1 })).toBe('a | dcb')
  expect(shownOf({ a: 3 })).toBe(' | a')
})

test('what is joined already counts among them', () => {
  expect(shownOf({ a: 30, b: 8 }, 2)).toBe('a | b')
  expect(shownOf({ a: 30, b: 8 }, 6)).toBe('ab | ')
  expect(shownOf({ a: 30, b: 8, c: 3 }, 6)).toBe('ab | c')
})
