import { Button } from '@radix-ui/themes'
import { type AuditPage as AuditAnswer, type AuditEntry, auditPage } from '@tba/events/audit/views.ts'
import { eventsIn } from '@tba/events/registry.ts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { usePageTitle } from '../../shell/page-title.ts'
import { EventKind } from '../parts/event-kind.tsx'
import { useFilters } from '../parts/filters.ts'
import type { Column } from '../parts/ledger.tsx'
import { eventAddress, streamAddress } from '../parts/links.tsx'
import { useList } from '../parts/paged.ts'
import { PagedList } from '../parts/paged-list.tsx'
import { MomentOf } from '../parts/times.tsx'
import { AuditFilters, auditWords, filterNames } from './audit-filters.tsx'
import './audit.css'

const isStream = (text: string) => Object.hasOwn(eventsIn, text.split('-')[0] ?? '') && text.includes('-')

const columns: Column<AuditEntry>[] = [
  { name: 'Quando', width: '16%', cell: ({ at }) => <MomentOf at={at} /> },
  {
    name: 'Chi',
    width: '20%',
    cell: ({ admin }) =>
      admin ? (
        <span title={admin.id}>{admin.email ?? 'cancellato'}</span>
      ) : (
        <span className="quiet">il sistema</span>
      ),
  },
  { name: 'Che cosa', width: '14%', cell: ({ what }) => auditWords[what] },
  {
    name: 'Evento',
    width: '22%',
    cell: ({ id, type }) => (
      <Link to={eventAddress(id)}>
        <EventKind type={type} />
      </Link>
    ),
  },
  {
    name: 'Su che cosa',
    width: '28%',
    cell: ({ target, stream }) => {
      const about = target ?? stream
      if (!isStream(about)) return about
      return (
        <Link to={streamAddress(about)}>
          <code>{about}</code>
        </Link>
      )
    },
  },
]

/** Who of the administrators did what, and when. */
export default function AuditPage() {
  usePageTitle('Registro')
  const filters = useFilters()
  const asked = filterNames.flatMap(name => (filters.of(name) ? [[name, filters.of(name)]] : []))
  const query = new URLSearchParams(asked).toString()
  const list = useList(`/api/admin/audit?${query}`, auditPage, ({ entries }) => entries)
  // Those of the answer before, while a reading has failed.
  const [admins, setAdmins] = useState<AuditAnswer['admins']>([])
  const [first] = list.pages
  if (first && first.admins !== admins) setAdmins(first.admins)
  return (
    <main className="console">
      <header className="console-title">
        <h1>Registro</h1>
        <p className="quiet small">
          Che cosa hanno fatto gli amministratori. I tentativi di accesso falliti non ci sono.
        </p>
        <Button
          variant="outline"
          aria-disabled={list.isValidating}
          onClick={() => list.isValidating || list.mutate()}
        >
          {list.isValidating ? 'Aggiornamento...' : 'Aggiorna'}
        </Button>
      </header>
      <AuditFilters filters={filters} admins={admins} />
      <PagedList
        caption="Che cosa hanno fatto gli amministratori"
        columns={columns}
        list={list}
        words={{
          more: 'Mostra i precedenti',
          none: 'Nessuno ha fatto niente del genere, in questo periodo.',
        }}
      />
    </main>
  )
}
