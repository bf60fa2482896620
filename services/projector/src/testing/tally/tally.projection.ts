import { idOf } from '@tba/events/streams.ts'
import { table } from '../../engine/change.ts'
import type { EventOf, Projection } from '../../engine/projection.ts'

/** A count shows if an event was folded twice or never. */

type TallyRow = { visit: string; count: number; lastChoice: string }
const rows = table<TallyRow>('tallies', 'visit')

function counted({ stream, data }: EventOf<'ConsentChosen'>) {
  const visit = idOf(stream)
  return rows.fold(visit, row => ({ visit, count: (row?.count ?? 0) + 1, lastChoice: data.choice }))
}

export const tally: Projection = {
  name: 'tally',
  version: 1,
  sql: new URL('./tally.sql', import.meta.url),
  tables: [rows],
  on: { ConsentChosen: counted },
}
