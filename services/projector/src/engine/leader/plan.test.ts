import type { Position } from '@tba/event-store/port.ts'
import type { LoggedEvent } from '@tba/runtime/log/event-log.ts'
import { member } from '../commit/batch.ts'
import { isOutdated, parkableAgain } from './plan.ts'

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

const at = (name: string, version: number, schema: string) => ({ projection: name, version, schema })
test.each([
  ['not while the same tables are live', [at('users', 2, 'users_v2'), at('bots', 1, 'bots_v1')], false],
  [
    'not while an older version is live beside a build',
    [at('users', 2, 'users_v2'), at('bots', 0, 'b')],
    false,
  ],
  ['if a newer version went live', [at('users', 3, 'users_v2')], true],
  ['if a newer version of a build went live', [at('users', 2, 'users_v2'), at('bots', 2, 'bots_v2')], true],
  ['if a rebuild of the same version went live', [at('users', 2, 'users_v2_b')], true],
  ['if its tables are gone', [], true],
])('a plan is outdated: %s', async (_, checkpoints, expected) => {
  const tables = new Map([['users', { schema: 'users_v2', name: 'users', columns: [], key: [] }]])
  const plan = { live: [member({ ...live, tables })], builds: [{ projection: { name: 'bots', version: 1 } }] }
  const planning = { pool: { any: async () => checkpoints } }
  expect(await isOutdated(planning as never, plan as never)).toBe(expected)
})
