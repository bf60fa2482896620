import { streams } from '@tba/events/streams.ts'
import { recordedEvent } from '../../testing/recorded-event.ts'
import { type Change, type Row, type Scalar, table } from '../change.ts'
import { foldSteps, keysToLoad, keyText, type Step } from './fold.ts'

type Seat = { id: string; owner: string; moves: number }
const seats = table<Seat>('seats', 'id')
const event = recordedEvent('ConsentChosen', { choice: 'all' }, { stream: streams.visit('v') })
const steps = (...changes: Change[]): Step[] => changes.map(change => ({ change, event }))
const held = (...rows: Seat[]) => new Map<Scalar, Row>(rows.map(row => [keyText([row.id]), row]))
const moved = (row: Seat | null) => row && { ...row, moves: row.moves + 1 }

test('many changes to one row are one write', () => {
  const { writes } = foldSteps(
    'rows',
    steps(seats.put({ id: 'a', owner: 'ada', moves: 0 }), seats.fold('a', moved), seats.fold('a', moved)),
    held(),
  )
  expect(writes).toEqual({
    searches: [],
    cleared: [],
    removals: [],
    upserts: [{ id: 'a', owner: 'ada', moves: 2 }],
  })
})

test('only rows that are read before they are set must be loaded', () => {
  const row = { id: 'b', owner: 'bob', moves: 0 }
  expect(
    keysToLoad(steps(seats.fold('a', moved), seats.put(row), seats.fold('b', moved), seats.remove('c'))),
  ).toEqual([['a']])
})

test('a change of a missing row leaves it missing, and an unchanged row is not written', () => {
  const { writes } = foldSteps(
    'rows',
    steps(
      seats.change('gone', row => ({ ...row, moves: 9 })),
      seats.fold('a', row => row),
    ),
    held({ id: 'a', owner: 'ada', moves: 1 }),
  )
  expect(writes).toEqual({ searches: [], cleared: [], removals: [], upserts: [] })
})

test('a cleared value leaves the rows of its batch, and those in the database', () => {
  const change = seats.clear('owner', 'ada')
  const row = { id: 'a', owner: 'ada', moves: 0 }
  const { writes } = foldSteps('rows', steps(seats.put(row), change, seats.fold('a', moved)), held())
  const upserts = [{ id: 'a', owner: null, moves: 1 }]
  expect(writes).toEqual({ searches: [change], cleared: [], removals: [], upserts })
})

test('only a row that changed has consequences for other tables', () => {
  const causes = () => [seats.remove('b')]
  const same = seats.fold('a', row => row, causes)
  const changes = steps(same, seats.fold('a', moved, causes), seats.fold('a', moved))
  const { consequences } = foldSteps('rows', changes, held({ id: 'a', owner: 'ada', moves: 0 }))
  expect(consequences).toEqual([{ change: seats.remove('b'), event }])
})

test('an event that cannot be folded is named, without its data', () => {
  const breaking = seats.fold('a', () => {
    throw new Error('division by zero')
  })
  expect(() => foldSteps('rows', steps(breaking), held())).toThrow(
    `ConsentChosen ${event.id} (visit-v@${event.revision}) cannot be folded`,
  )
})
