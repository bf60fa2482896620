import type { analyticsRow } from '@tba/events/admins/views.ts'
import type { z } from 'zod'
import { categoryName, trackedName } from '../parts/labels.ts'
import { type Column, Ledger, Value } from '../parts/ledger.tsx'
import { DateOf } from '../parts/times.tsx'

type Row = z.infer<typeof analyticsRow>

const columns: Column<Row>[] = [
  { name: 'Evento', width: '24%', cell: ({ eventName }) => trackedName(eventName) },
  {
    name: 'Categoria',
    width: '24%',
    cell: ({ eventCategory }) => <Value>{eventCategory && categoryName(eventCategory)}</Value>,
  },
  { name: 'Etichetta', width: '38%', cell: ({ eventLabel }) => <Value>{eventLabel}</Value> },
  { name: 'Data', width: '14%', cell: ({ createdAt }) => <DateOf at={createdAt} /> },
]

export const AnalyticsLedger = ({ rows }: { rows: Row[] }) => (
  <Ledger caption="Eventi di analytics, dal più recente" columns={columns} rows={rows} />
)
