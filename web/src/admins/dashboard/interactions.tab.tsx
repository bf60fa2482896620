import type { interactionRow } from '@tba/events/admins/views.ts'
import type { z } from 'zod'
import { trackedName } from '../parts/labels.ts'
import { type Column, Ledger, Value } from '../parts/ledger.tsx'
import { MomentOf } from '../parts/times.tsx'

type Row = z.infer<typeof interactionRow>

function ElementOf({ elementText, elementId }: Row) {
  if (elementText) return elementText
  return elementId ? <span className="mono">{elementId}</span> : <Value>{null}</Value>
}

/** Without our own origin. Shown as text and never as a link: a client may have made it up. */
function placeOf(page: string) {
  const here = `${location.origin}/`
  return page.startsWith(here) ? page.slice(here.length - 1) : page
}

const columns: Column<Row>[] = [
  { name: 'Evento', width: '18%', cell: ({ eventType }) => trackedName(eventType) },
  { name: 'Elemento', width: '32%', cell: row => <ElementOf {...row} /> },
  { name: 'Pagina', width: '34%', cell: ({ page }) => <span title={page}>{placeOf(page)}</span> },
  { name: 'Data e ora', width: '16%', cell: ({ createdAt }) => <MomentOf at={createdAt} /> },
]

export const InteractionsLedger = ({ rows }: { rows: Row[] }) => (
  <Ledger caption="Interazioni, dalla più recente" columns={columns} rows={rows} />
)
