import type { AuditEntry } from '@tba/events/audit/views.ts'
import { eventsIn } from '@tba/events/registry.ts'
import { Link } from 'react-router-dom'
import { EventKind } from '../parts/event-kind.tsx'
import { type Column, Ledger } from '../parts/ledger.tsx'
import { MomentOf } from '../parts/times.tsx'
import { auditWords } from './audit-words.ts'

const isStream = (text: string) => Object.hasOwn(eventsIn, text.split('-')[0] ?? '') && text.includes('-')

function About({ text }: { text: string }) {
  if (!isStream(text)) return text
  return (
    <Link to={`/admin/streams/${encodeURIComponent(text)}`}>
      <code>{text}</code>
    </Link>
  )
}

function Who({ admin }: Pick<AuditEntry, 'admin'>) {
  if (!admin) return <span className="quiet">il sistema</span>
  return <span title={admin.id}>{admin.email ?? 'cancellato'}</span>
}

const columns: Column<AuditEntry>[] = [
  { name: 'Quando', width: '16%', cell: ({ at }) => <MomentOf at={at} /> },
  { name: 'Chi', width: '20%', cell: ({ admin }) => <Who admin={admin} /> },
  { name: 'Che cosa', width: '14%', cell: ({ what }) => auditWords[what] },
  {
    name: 'Evento',
    width: '22%',
    cell: ({ id, type }) => (
      <Link to={`/admin/events?evento=${id}`}>
        <EventKind type={type} />
      </Link>
    ),
  },
  { name: 'Su che cosa', width: '28%', cell: ({ target, stream }) => <About text={target ?? stream} /> },
]

export const AuditTable = ({ entries }: { entries: AuditEntry[] }) => (
  <Ledger caption="Che cosa hanno fatto gli amministratori" columns={columns} rows={entries} />
)
