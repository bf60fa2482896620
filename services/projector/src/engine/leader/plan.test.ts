import { InvalidPosition, type Position } from '@tba/event-store/port.ts'
import type { LoggedEvent } from '@tba/runtime/log/event-log.ts'
import { tally } from '../../testing/tally/tally.projection.ts'
import { member } from '../commit/batch.ts'
import { noteOf, sourceOf } from '../versions/source.ts'
import { isOutdated, parkableAgain, planWork } from './plan.ts'

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

describe('what is to do with a projection', () => {
  const other = { ...tally, name: 'other' }
  const checkpoint = {
    projection: 'tally',
    version: 1,
    position: '5',
    epoch: 3,
    schema: 'tally_v1',
    inSteps: false,
  }
  const beside = { ...checkpoint, projection: 'other', schema: 'other_v1' }
  const column = { table: 'tallies', type: 'text', keyOrdinal: null }
  const columns = [
    { ...column, column: 'visit', keyOrdinal: 1 },
    { ...column, column: 'lastChoice' },
  ]
  type Tables = {
    checkpoints?: object[]
    due?: object[]
    parked?: number
    source?: string
    leads?: (typeof tally)[]
    foldsChanged?: boolean
  }

  /** By the tables of the projector. A position `foreign` is from before a restore. */
  async function planned(tables: Tables) {
    const { checkpoints = [checkpoint, beside], due = [], parked = 0, source, leads, foldsChanged } = tables
    const note = noteOf(source ?? (await sourceOf(tally)))
    const streams = Array.from({ length: parked }, (_, n) => ({
      stream: `visit-${n}`,
      position: '4',
      person: null,
    }))
    const answers: [RegExp, object[]][] = [
      [/obj_description/, ['tally_v1', 'other_v1'].map(schema => ({ schema, note }))],
      [/pg_attribute/, columns],
      [/projector.rebuilds/, due],
      [/from projector.checkpoints/, checkpoints],
      [/"parked"/, streams.map(row => ({ ...row, projection: 'tally', version: 1 }))],
    ]
    const any = async ({ sql }: { sql: string }) => answers.find(([asked]) => asked.test(sql))?.[1] ?? []
    const ended: unknown[] = []
    async function query(text: string, [names, versions]: [string[], number[]]) {
      if (text.startsWith('delete from projector.builds')) ended.push(names)
      const rows = (checkpoints as (typeof checkpoint)[]).filter(
        ({ projection, version }) => versions[names.indexOf(projection)] === version,
      )
      return { rows: rows.map(row => ({ ...row, epoch: row.epoch + 1 })) }
    }
    async function* readAll({ after }: { after: string }) {
      if (after === 'foreign') throw new InvalidPosition('not of this log')
      yield { position: '9' }
    }
    const planning = {
      pool: { any },
      store: { readAll },
      candidate: { client: { query } },
      projections: [tally, other],
      foldsChanged,
    }
    const plan = await planWork(planning as never, new Set(leads ?? [tally, other]))
    const event = { stream: 'visit-9', position: '4' } as LoggedEvent
    return {
      live: plan.live.map(({ projection, epoch }) => [projection.name, epoch]),
      builds: plan.builds.map(task => [
        task.projection.name,
        task.schema,
        task.outdated,
        task.mayPark(event),
      ]),
      rebuilds: plan.rebuilds.map(({ projection }) => projection.name),
      superseded: plan.superseded.map(({ name }) => name),
      isWhole: plan.isWhole,
      ended,
    }
  }
  const both = [
    ['tally', 4],
    ['other', 4],
  ]
  const nothing = { builds: [], rebuilds: [], superseded: [] }
  const all = { ...nothing, live: both, isWhole: true, ended: ['tally', 'other'] }
  const half = { ...nothing, live: both.slice(1), isWhole: false, ended: ['other'] }
  const changed = { ...half, builds: [['tally', 'tally_v1', null, false]] }
  const asked = [{ projection: 'tally', version: null }]

  test.each<[string, Tables, object]>([
    ['a live one follows the log, and the rest of a build is dropped', {}, all],
    [
      'a new one is built, and parks what fails',
      { checkpoints: [beside] },
      { ...half, builds: [['tally', null, null, true]] },
    ],
    [
      'a changed one is built, and nothing may fail',
      { checkpoints: [{ ...checkpoint, version: 0 }, beside] },
      changed,
    ],
    [
      'one from before a restore is built, and parks what fails',
      { checkpoints: [{ ...checkpoint, position: 'foreign' }, beside] },
      { ...half, builds: [['tally', 'tally_v1', 'foreign', true]] },
    ],
    [
      'one that is live in a newer version is left alone, without a build of this one',
      { checkpoints: [{ ...checkpoint, version: 2 }, beside] },
      { ...half, superseded: ['tally'], ended: ['tally', 'other'] },
    ],
    [
      'that also if another instance leads it',
      { checkpoints: [{ ...checkpoint, version: 2 }, beside], leads: [other] },
      { ...half, superseded: ['tally'] },
    ],
    ['what others lead is theirs', { leads: [other] }, half],
    [
      'one is rebuilt beside its live tables',
      { due: asked },
      { ...all, rebuilds: ['tally'], ended: ['other'] },
    ],
    [
      'a rebuild waits for builds',
      { due: asked, checkpoints: [checkpoint] },
      { ...half, live: both.slice(0, 1), builds: [['other', null, null, true]], ended: [] },
    ],
    [
      'with a hundred parked streams it is only rebuilt',
      { due: asked, parked: 100 },
      { ...half, rebuilds: ['tally'] },
    ],
    ['with fewer it goes on', { due: asked, parked: 99 }, { ...all, rebuilds: ['tally'], ended: ['other'] }],
    ['while a source changes, the same one stays', { foldsChanged: true }, all],
    [
      'while a source changes, each new one is built',
      { foldsChanged: true, source: 'before' },
      { ...changed, builds: [...changed.builds, ['other', 'other_v1', null, false]], live: [], ended: [] },
    ],
  ])('%s', async (_, tables, plan) => expect(await planned(tables)).toEqual(plan))

  test('a source that changed in its version is refused', async () => {
    const refused = {
      name: 'ChangedWithoutVersion',
      message: expect.stringMatching(/^The projection tally has changed/),
    }
    await expect(planned({ source: 'before' })).rejects.toMatchObject(refused)
    await planned({ source: 'before', checkpoints: [{ ...checkpoint, version: 0 }] })
  })
})
