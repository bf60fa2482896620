import { consoleSessions } from '@tba/events/admins/views.ts'
import type { z } from 'zod'
import { CommandButton } from '../../forms/command-button.tsx'
import { consoleCommand } from '../api/calls.ts'
import { alwaysFresh, useAction, useView } from '../api/reads.ts'
import { TextButton } from '../parts/filters/controls.tsx'
import { type Column, DataTable } from '../parts/lists/data-table.tsx'
import { ViewState } from '../parts/page/view-state.tsx'
import { MomentOf } from '../parts/time/times.tsx'

const path = '/api/admin/me/sessions'

type Session = z.infer<typeof consoleSessions>['sessions'][number]

const columnsFor = (end: (session: Session) => void): Column<Session>[] => [
  { name: 'Dove', width: '34%', cell: ({ browser }) => browser },
  { name: 'Aperta', width: '22%', cell: ({ openedAt }) => <MomentOf at={openedAt} /> },
  { name: 'Ultimo uso', width: '22%', cell: ({ lastUsedAt }) => <MomentOf at={lastUsedAt} /> },
  {
    name: 'Che fare',
    width: '22%',
    cell: session =>
      session.current ? (
        <span className="badge">Questa</span>
      ) : (
        <TextButton
          aria-label={`Chiudi la sessione di ${session.browser ?? 'un browser sconosciuto'}`}
          onClick={() => end(session)}
        >
          Chiudi
        </TextButton>
      ),
  },
]

export function SessionsPanel() {
  const answer = useView(path, consoleSessions, alwaysFresh)
  const { busy, run } = useAction('Sessione non chiusa: riprova.')
  const { data, mutate } = answer
  const end = (done: string, method: string, address: string) =>
    void run(() => consoleCommand(method, address, undefined).finally(() => mutate()), done)
  const endOthers = () => end('Altre sessioni chiuse', 'POST', `${path}/end-others`)
  return (
    <section className="account-sessions" aria-labelledby="own-sessions">
      <h2 id="own-sessions">Le tue sessioni</h2>
      {data ? (
        <>
          <DataTable
            caption="Le tue sessioni"
            columns={columnsFor(({ id }) => end('Sessione chiusa', 'DELETE', `${path}/${id}`))}
            rows={data.view.sessions}
          />
          {data.view.sessions.length > 1 && (
            <CommandButton variant="outline" busy={busy} onClick={endOthers}>
              Chiudi tutte le altre
            </CommandButton>
          )}
        </>
      ) : (
        <ViewState answer={answer} />
      )}
    </section>
  )
}
