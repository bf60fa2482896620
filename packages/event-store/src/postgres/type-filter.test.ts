import { expect, test } from 'vitest'
import type { Recorded } from '../port.ts'
import type { Page } from './read-page.ts'
import { typeFilter } from './type-filter.ts'

const facts = Array.from({ length: 12 }, (_, at) => `Fact${at}`)
const page = (count: number, type = 'Click'): Page => ({
  events: Array.from({ length: count }, () => ({ type }) as Recorded),
  last: null,
  more: false,
})

test('a few types are looked up, many are read with everything else', () => {
  expect(typeFilter(['Fact0']).lookedUp()).toEqual(['Fact0'])
  expect(typeFilter(facts).lookedUp()).toBe(undefined)
  expect(typeFilter().lookedUp()).toBe(undefined)
  expect(typeFilter().wanted(page(3))).toHaveLength(3)
})

test('a flood of clicks is not read by who wants none of them, and what it wants in masses is read at once', () => {
  const filter = typeFilter(facts)
  expect(filter.wanted(page(60))).toEqual([])
  expect(filter.isToChange()).toBe(false)
  expect(filter.wanted(page(60))).toEqual([])
  expect([filter.isToChange(), filter.lookedUp()]).toEqual([true, facts])
  expect(filter.wanted(page(3, 'Fact1'))).toHaveLength(3)
  expect(filter.isToChange()).toBe(false)
  filter.wanted(page(500, 'Fact1'))
  expect([filter.isToChange(), filter.lookedUp()]).toEqual([true, undefined])
  for (let count = 0; count < 5; count++) filter.wanted(page(100, 'Fact1'))
  expect(filter.lookedUp()).toBe(undefined)
})
