import { idOf } from '@tba/events/streams.ts'
import { table } from '../../engine/change.ts'
import type { Projection } from '../../engine/projection.ts'

type NextRow = { visit: string; count: number; refusals: number }
const nextRows = table<NextRow>('tallies', 'visit')

export const nextTally: Projection = {
  name: 'tally',
  version: 2,
  sql: new URL('./next-tally.sql', import.meta.url),
  tables: [nextRows],
  on: {
    ConsentChosen: ({ stream, data }) =>
      nextRows.fold(idOf(stream), row => ({
        visit: idOf(stream),
        count: (row?.count ?? 0) + 1,
        refusals: (row?.refusals ?? 0) + (data.choice === 'none' ? 1 : 0),
      })),
  },
}
