import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { event, personal } from './event.ts'

const name = () => personal(z.string())

describe('a mark where nothing would seal what it marks stops the program as it loads', () => {
  test.each<[string, z.ZodType]>([
    ['has a default', name().default('')],
    ['may be null once more', name().nullish()],
    ['has a fallback', name().catch('')],
    ['is transformed', name().transform(text => text)],
    ['stands in an object', z.object({ name: name() })],
    ['stands in an object that may be left out', z.object({ name: name() }).optional()],
    ['stands in a list', z.array(name())],
    ['stands in a list of objects', z.array(z.object({ name: name() }))],
    ['stands in a tuple', z.tuple([z.string(), name()])],
    ['is one of two kinds', z.union([z.int(), name()])],
    ['stands in a record', z.record(z.string(), name())],
    ['is found late', z.lazy(() => z.object({ name: name() }))],
  ])('one that %s', (_, person) => {
    expect(() => event(z.object({ at: z.string(), person }))).toThrow('person ')
  })
})

test.each<[string, z.ZodType]>([
  ['alone', name()],
  ['optional', name().optional()],
  ['optional twice', name().optional().optional()],
  ['described', name().describe('how they are called')],
  ['checked', name().refine(text => text !== 'x')],
])('a whole field is sealed, %s', (_, person) => {
  expect(event(z.object({ at: z.string(), person })).personal).toEqual(['person'])
})
