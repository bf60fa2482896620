import type { ReplayedRow } from '@tba/events/replays/views.ts'
import { type Column, Ledger, Value } from '../parts/ledger.tsx'
import { count } from '../parts/numbers.ts'

type DiffRow = ReplayedRow & { id: string }

const written = (values: ReplayedRow['live']) =>
  values &&
  Object.entries(values)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join('\n')

const diffColumns: Column<DiffRow>[] = [
  { name: 'Tabella', width: '18%', cell: ({ table }) => <code>{table}</code> },
  { name: 'Chiave', width: '24%', cell: ({ key }) => <code>{Object.values(key).join(' ')}</code> },
  { name: 'Si legge', width: '24%', cell: ({ live }) => <Value>{written(live)}</Value> },
  {
    name: 'Dal registro',
    width: '24%',
    cell: ({ replayed }) => <Value>{written(replayed)}</Value>,
  },
  { name: 'Colonne celate', width: '10%', cell: ({ hidden }) => <Value>{hidden.join(', ') || null}</Value> },
]

/** The rows of which table and log say different things. */
export function RowTable({ rows, found }: { rows: readonly ReplayedRow[]; found: number }) {
  if (rows.length === 0) return <p>Nessuna differenza: la tabella dice quello che dice il registro.</p>
  return (
    <>
      <Ledger
        caption="Le righe diverse"
        columns={diffColumns}
        rows={rows.map((row, at) => ({ ...row, id: String(at) }))}
      />
      {found > rows.length && (
        <p className="quiet small">
          Le prime {count(rows.length)} di {count(found)}: scarica il risultato per le altre.
        </p>
      )}
    </>
  )
}
