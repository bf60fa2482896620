import { streams } from '@tba/events/streams.ts'
import { recordedEvent } from '../../testing/recorded-event.ts'
import { tablesAfter } from '../../testing/tables-after.ts'
import { table } from '../change.ts'
import type { Projection } from '../projection.ts'

type Door = { id: string; open: boolean }
const doors = table<Door>('doors', 'id')
const counts = table<{ name: string; value: number }>('counts', 'name')

const add = (by: number) => counts.fold('open', row => ({ name: 'open', value: (row?.value ?? 0) + by }))
const moved = (id: string, open: boolean) =>
  doors.fold(
    id,
    row => (row?.open === open ? row : { id, open }),
    (before, after) => [add(Number(after?.open ?? false) - Number(before?.open ?? false))],
  )

const house = (tables: Projection['tables']): Projection => ({
  name: 'house',
  version: 1,
  sql: new URL('file:///house.sql'),
  tables,
  on: {
    ConsentChosen: ({ stream, data }) => moved(stream, data.choice === 'all'),
    VisitStarted: () => counts.remove('open'),
  },
})

const stream = streams.visit('a')
const opened = (of = stream) => recordedEvent('ConsentChosen', { choice: 'all' }, { stream: of })
const shut = () => recordedEvent('ConsentChosen', { choice: 'none' }, { stream })
const forgotten = () =>
  recordedEvent(
    'VisitStarted',
    { userAgent: null, referrer: null, address: null, language: null },
    { stream },
  )

async function countAfter(...events: Parameters<typeof tablesAfter>[1]) {
  return (await tablesAfter(house([doors, counts]), events)).counts
}

test('consequences of a changed row are written with it, in the same batch or in another', async () => {
  expect(await countAfter(opened(), opened(streams.visit('b')))).toEqual([{ name: 'open', value: 2 }])
  expect(await countAfter(opened(), shut())).toEqual([{ name: 'open', value: 0 }])
})

test('an unchanged row has no consequences', async () =>
  expect(await countAfter(opened(), opened())).toEqual([{ name: 'open', value: 1 }]))

test('consequences keep the order of the log among the changes of the table’s own events', async () => {
  expect(await countAfter(opened(), forgotten(), opened(streams.visit('b')))).toEqual([
    { name: 'open', value: 1 },
  ])
})

test('a consequence for an earlier table is refused', async () => {
  await expect(tablesAfter(house([counts, doors]), [opened()])).rejects.toThrow(
    'house changes counts by a table that it lists after it',
  )
})
