import { z } from 'zod'
import { event, personal, personalAt, upcast } from './event.ts'

const name = () => personal(z.string())

test.each<[string, z.ZodType]>([
  ['has a default', name().default('')],
  ['is nullable twice', name().nullish()],
  ['has a fallback', name().catch('')],
  ['is transformed', name().transform(text => text)],
  ['is in an object', z.object({ name: name() })],
  ['is in an optional object', z.object({ name: name() }).optional()],
  ['is in a list', z.array(name())],
  ['is in a list of objects', z.array(z.object({ name: name() }))],
  ['is in a tuple', z.tuple([z.string(), name()])],
  ['is one of two kinds', z.union([z.int(), name()])],
  ['is in a record', z.record(z.string(), name())],
  ['is found late', z.lazy(() => z.object({ name: name() }))],
])('a mark that would not seal its field stops the program at load time: one that %s', (_, person) =>
  expect(() => event(z.object({ at: z.string(), person }))).toThrow('person '),
)

test.each<[string, z.ZodType]>([
  ['alone', name()],
  ['optional', name().optional()],
  ['optional twice', name().optional().optional()],
  ['with a description', name().describe('how they are called')],
  ['checked', name().refine(text => text !== 'x')],
])('seals a whole field, %s', (_, person) =>
  expect(event(z.object({ at: z.string(), person })).personal).toEqual(['person']),
)

test('the sealed fields are those of the recorded version', () => {
  const called = z.object({ called: name() })
  const named = z.object({ first: name(), last: name() })
  const shape = event(named, {
    earlier: [{ schema: called, upcast: ({ called = null }) => ({ first: called, last: '' }) }],
  })
  expect([1, 2].map(version => personalAt(shape, version))).toEqual([['called'], ['first', 'last']])
  expect(upcast(shape, 1, { called: 'Ada' })).toEqual({ first: 'Ada', last: '' })
  expect(upcast(shape, 2, { first: 'Ada', last: 'B' })).toEqual({ first: 'Ada', last: 'B' })
})

test('a misplaced mark in an earlier shape stops the program too', () => {
  const earlier = [{ schema: z.object({ person: z.array(name()) }), upcast: () => ({}) }]
  expect(() => event(z.object({}), { earlier })).toThrow('person ')
})
