import type { Position } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { recordedEvent } from '../../testing/recorded-event.ts'
import { tally } from '../../testing/tally/tally.projection.ts'
import { type Search, table } from '../change.ts'
import type { Connection, Statement } from '../database/connection.ts'
import { FoldFailed, WriteRefused } from '../database/faults.ts'
import { member as memberOf } from './batch.ts'
import { claimCheckpoints } from './checkpoints.ts'
import { commitBatch, foldBatch } from './commit.ts'
import { takeSteps } from './steps.ts'

const columns = [
  ...[
    { name: 'visit', type: 'text' },
    { name: 'count', type: 'int4' },
  ],
  ...[{ name: 'lastChoice', type: 'text' }],
]
const shape = { schema: 'tally_v1', name: 'tallies', columns, key: columns.slice(0, 1) }
const [third, fifth, seventh] = ['3', '5', '7'] as [Position, Position, Position]
const member = (position = third, more: object = {}) =>
  memberOf({
    projection: tally,
    tables: new Map([['tallies', shape]]),
    position: position as Position,
    ...more,
  })

/** A database without rows. `moved`: how many checkpoints stand where they are expected; `found`: what each search finds. */
function database({ moved = 1, found = [] as string[][] } = {}) {
  const asked: Statement[] = []
  const query = async (statement: Statement) => {
    asked.push(statement)
    if (statement.name?.startsWith('move ')) return Array(moved).fill({})
    return statement.text.startsWith('select found') ? (found.shift() ?? []).map(visit => ({ visit })) : []
  }
  const connection = { query } as unknown as Connection
  const said = () => asked.map(({ name, text }) => name ?? text.split(' ').slice(0, 2).join(' '))
  return { connection, asked, said }
}
const noWrites = { searches: [], cleared: [], removals: [], upserts: [] }

describe('a batch is committed', () => {
  const parked = () => new Map([['visit-a', { position: fifth, person: 'a' }]]) as never
  const upserts = [{ visit: 'a', count: 1, lastChoice: 'all' }]

  test('with its checkpoints first, and announced after it', async () => {
    const { connection, asked, said } = database()
    const [behind, ahead] = [member(third, { parked: parked(), epoch: 4 }), member(fifth)]
    const content = {
      tables: [{ member: behind, table: shape, writes: { ...noWrites, upserts } }],
      position: fifth,
      discarded: new Map([[behind, new Set(['visit-a'])]]),
      taken: new Map([[behind, 9]]),
      mark: [{ name: 'mark', text: '' }],
    }
    const event = { id: 'e', type: 'ConsentChosen', stream: 'visit-b', revision: 7, position: fifth }
    const fault = new FoldFailed('tally', event as never, new Error('no'))
    const parkings = [{ projection: tally, fault, tries: 5, person: 'b' }]
    const live = { connection, checkpointTable: 'checkpoints' } as const
    await commitBatch(live, [behind, ahead], { ...content, parkings })
    expect(said()).toEqual([
      ...[
        'begin',
        'move checkpoints',
        expect.stringMatching(/^upsert/),
        'insert into',
        'with discarded',
        'mark',
      ],
      ...['commit', `select pg_notify('projected',`],
    ])
    const [, move, , parking, discarding] = asked.map(({ values }) => values)
    expect(move).toEqual([fifth, ['tally'], [1], [third], [4], [9], [9], false])
    expect(asked.at(-1)?.values).toEqual([JSON.stringify({ position: fifth, projections: ['tally'] })])
    const failed = ['tally', 1, 'visit-b', fifth, 'e', 'ConsentChosen', 7, 'b', 'Error: no', 5]
    expect([parking, discarding]).toEqual([failed, ['tally', 1, ['visit-a']]])
    expect([behind.position, ahead.position, behind.parked.size]).toEqual([fifth, fifth, 0])
  })

  test('by a leader that has claimed its checkpoints from the one before', async () => {
    const held = {
      projection: 'tally',
      version: 1,
      position: third,
      epoch: 5,
      schema: 'tally_v1',
      inSteps: true,
    }
    const query = vi.fn(async (_: string, __: unknown[]) => ({ rows: [held] }))
    expect(await claimCheckpoints({ query } as never, 'builds', [tally])).toEqual([held])
    const [[text = '', values] = []] = query.mock.calls
    expect([text, values]).toEqual([expect.stringContaining('set epoch = held.epoch + 1'), [['tally'], [1]]])
  })

  test('without an announcement while it is built, for nobody reads it', async () => {
    const { connection, said } = database()
    await commitBatch({ connection, checkpointTable: 'builds' }, [member()], { tables: [], position: fifth })
    expect(said()).toEqual(['begin', 'move builds', 'commit'])
  })

  test('not at all where every projection is as far', async () => {
    const { connection, said } = database()
    const content = { tables: [], position: fifth }
    const live = { connection, checkpointTable: 'checkpoints' } as const
    expect(await commitBatch(live, [member(fifth), member(seventh)], content)).toBe(0)
    expect(said()).toEqual([])
  })

  test('not if another leader moved one of the checkpoints', async () => {
    const { connection, said } = database({ moved: 1 })
    const [one, other] = [member(third, { parked: parked() }), member()]
    const content = { tables: [], position: fifth, discarded: new Map([[one, new Set(['visit-a'])]]) }
    const live = { connection, checkpointTable: 'checkpoints' } as const
    await expect(commitBatch(live, [one, other], content)).rejects.toMatchObject({
      name: 'Fenced',
      message: 'the checkpoints of tally, tally are no longer where this leader left them',
    })
    expect(said()).toEqual(['begin', 'move checkpoints', 'rollback'])
    expect([one.position, one.parked.size]).toEqual([third, 1])
  })

  test('not with a row that does not fit its table, which is the fault of an event', async () => {
    const { connection, said } = database()
    const tables = [{ member: member(), table: shape, writes: { ...noWrites, upserts: [{ visit: 'a' }] } }]
    const live = { connection, checkpointTable: 'checkpoints' } as const
    await expect(commitBatch(live, [member()], { tables, position: fifth })).rejects.toThrow(WriteRefused)
    expect(said()).toEqual([])
  })
})

test('a batch is folded over the rows of the database, for each projection', async () => {
  const event = recordedEvent('ConsentChosen', { choice: 'all' }, { stream: streams.visit('a') })
  const change = table<{ visit: string; count: number; lastChoice: string }>('tallies', 'visit').fold(
    'a',
    row => ({ visit: 'a', lastChoice: 'all', count: (row?.count ?? 0) + 1 }),
  )
  const steps = [{ change, event }]
  const parts = [member(), member()].map(it => ({ member: it, table: shape, steps }))
  const held = { visit: 'a', count: '8', lastChoice: 'none' }
  const connection = { query: async () => [held] } as unknown as Connection
  const folded = await foldBatch(connection, { parts })
  expect(folded.map(({ writes }) => writes.upserts)).toEqual(
    Array(2).fill([{ visit: 'a', count: 9, lastChoice: 'all' }]),
  )
  const outage = new Error('no connection')
  const lost = { query: () => Promise.reject(outage) } as unknown as Connection
  await expect(foldBatch(lost, { parts })).rejects.toBe(outage)
})

describe('rows of an erasure', () => {
  const erase = (value: string, except: string | null = null): Search => ({
    kind: 'erase',
    column: 'lastChoice',
    value,
    except,
  })
  const visits = (...names: string[]) => names.map(name => [name])

  async function stepping(searches: Search[], found: string[][], more: object = {}, by: object = shape) {
    const { connection, asked, said } = database({ found })
    const writes = { ...noWrites, searches, cleared: [] as object[], removals: [] as string[][] }
    const first = vi.fn(async () => {})
    const onStep = vi.fn()
    const all = [{ member: member(), table: by, writes }] as never
    await takeSteps(connection, all, { limit: () => 2, first, onStep, ...more })
    return { writes, asked, said, first, sizes: onStep.mock.calls.map(([size]) => size) }
  }

  test('beyond the limit of a transaction are removed in steps, until the rest fits into one', async () => {
    const { writes, asked, said, first, sizes } = await stepping(
      [erase('all'), erase('none', 'kept')],
      [
        ['a', 'b', 'c', 'd', 'e'],
        ['f', 'g'],
      ],
    )
    const step = ['begin', 'delete from', 'commit']
    expect(said()).toEqual(['select found.*', ...step, ...step, ...step, 'select found.*'])
    expect([first.mock.calls.length, sizes]).toEqual([3, [2, 2, 1]])
    expect(asked[2]).toMatchObject({ projection: 'tally', values: ['{"a","b"}'] })
    expect(asked[0]?.values).toEqual(['{"all","none"}', '{null,"kept"}'])
    expect([writes.removals, writes.cleared]).toEqual([visits('f', 'g'), []])
  })

  test('of a column that becomes null are told apart from those that are removed', async () => {
    const clear: Search = { kind: 'clear', column: 'lastChoice', value: 'all', except: null }
    const { writes, asked, said } = await stepping([clear, erase('all')], [['a', 'b', 'c'], ['d'], ['e']])
    expect(said().filter(it => !/begin|commit/.test(it))).toEqual([
      ...['select found.*', 'update "tally_v1"."tallies"', 'update "tally_v1"."tallies"'],
      ...['select found.*', 'select found.*'],
    ])
    expect(asked[2]?.text).toContain('set "lastChoice" = null')
    expect(writes.cleared).toEqual([{ column: 'lastChoice', keys: visits('d') }])
    expect(writes.removals).toEqual(visits('e'))
    const nothing = await stepping([clear], [[]])
    expect(nothing.writes.cleared).toEqual([])
  })

  test('wait if the work ends, and are searched only by a column of a table with one key', async () => {
    const ended = AbortSignal.abort(new Error('ended'))
    await expect(stepping([erase('all')], [['a', 'b', 'c']], { signal: ended })).rejects.toThrow('ended')
    const several = { ...shape, key: columns.slice(0, 2) }
    const sentence = 'tallies cannot be searched by'
    await expect(stepping([erase('all')], [], {}, several)).rejects.toThrow(`${sentence} lastChoice`)
    const elsewhere = { ...erase('all'), column: 'choice' }
    await expect(stepping([elsewhere], [])).rejects.toThrow(`${sentence} choice`)
    await expect(stepping([erase('all')], [], {}, { ...shape, key: [] })).rejects.toThrow(sentence)
  })
})
