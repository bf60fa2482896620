import type { Position } from '@tba/event-store/port.ts'
import type { LoggedEvent } from '@tba/runtime/log/event-log.ts'
import { member } from '../commit/batch.ts'
import { parkableAgain } from './plan.ts'

const projection = { name: 'users', version: 2, tables: [], on: {} } as never
const parked = new Map([['setup-7', { position: '5' as Position, person: null }]])
const live = member({ projection, tables: new Map(), position: '8' as Position, parked })

/** Which of these events may park their stream in a rebuild that this version asked for. */
const parkable = (version: number | null) => {
  const mayPark = parkableAgain(live, [{ projection: 'users', version }])
  const events = ['setup-7 4', 'setup-7 5', 'setup-7 6', 'setup-9 8', 'setup-9 9']
  return events.filter(event => {
    const [stream, position] = event.split(' ')
    return mayPark({ stream, position } as LoggedEvent)
  })
}

test('a retry may park what was parked, from its first event on, and what is newer than the tables', () =>
  expect(parkable(2)).toEqual(['setup-7 5', 'setup-7 6', 'setup-9 9']))

test('a rebuild that an administrator asked for, and a retry of another version, park nothing', () =>
  expect([parkable(null), parkable(1)]).toEqual([[], []]))
