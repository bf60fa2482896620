import { Button } from '@radix-ui/themes'
import { type AuditPage, auditPage } from '@tba/events/audit/views.ts'
import { useState } from 'react'
import { usePageTitle } from '../../shell/page-title.ts'
import { useFilters } from '../parts/filters.ts'
import { MoreButton } from '../parts/more.button.tsx'
import { usePages } from '../parts/paged.ts'
import { useReadAgain } from '../parts/use-read-again.ts'
import { ViewState } from '../parts/view-state.tsx'
import { AuditFilters, filterNames } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import './audit.css'

function addressOf(params: URLSearchParams): string {
  const asked = filterNames.flatMap(name => (params.get(name) ? [[name, params.get(name) ?? '']] : []))
  return asked.length === 0 ? '/api/admin/audit' : `/api/admin/audit?${new URLSearchParams(asked)}`
}

/** Who of the administrators did what, and when. */
export default function Audit() {
  const filters = useFilters()
  const address = addressOf(filters.params)
  const answer = usePages(address, auditPage)
  useReadAgain(address, answer)
  const { pages, isFirst, isWhole, isValidating, error, more } = answer
  const entries = pages.flatMap(page => page.entries)
  usePageTitle('Registro')
  // Of the page before, while the next one is on its way.
  const [admins, setAdmins] = useState<AuditPage['admins']>([])
  const [first] = pages
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
          aria-disabled={isValidating}
          onClick={() => isValidating || answer.mutate()}
        >
          {isValidating ? 'Aggiornamento...' : 'Aggiorna'}
        </Button>
      </header>
      <AuditFilters filters={filters} admins={admins} />
      {isFirst || (error && pages.length === 0) ? (
        <ViewState answer={answer} />
      ) : entries.length === 0 ? (
        <p className="quiet">Nessuno ha fatto niente del genere, in questo periodo.</p>
      ) : (
        <AuditTable entries={entries} />
      )}
      {entries.length > 0 &&
        (error ? (
          <ViewState answer={{ ...answer, mutate: async () => more() }} />
        ) : (
          <MoreButton label="Mostra i precedenti" isBusy={isValidating} isWhole={isWhole} more={more} />
        ))}
    </main>
  )
}
