import { Button } from '@radix-ui/themes'
import type { OpenSessions } from '@tba/events/accounts/views.ts'
import { useRef } from 'react'
import useSWRMutation from 'swr/mutation'
import { command, hasStatus } from '../../api/http.ts'
import { dateAndTime } from '../../components/format.ts'
import { PanelData } from '../../components/panel.tsx'
import { useFailure, useToast } from '../../toasts/toast.ts'
import { useCustomerData } from '../current-user.ts'
import { deviceName } from './device.ts'

export const sessionsKey = '/api/user/sessions'

/** Ends one session, or all others. A session that has been ended already counts as success. */
const useDelete = (path: string) =>
  useSWRMutation(sessionsKey, async () => {
    try {
      await command<{ ok: true }>('DELETE', path)
    } catch (error) {
      if (!hasStatus(error, 404)) throw error
    }
  })

/** Shows the outcome, and moves the focus from the pressed button, which is removed. */
function useEndButton(path: string, title: string, onEnded: () => void) {
  const toast = useToast()
  const fail = useFailure()
  const { trigger, isMutating } = useDelete(path)
  async function end() {
    try {
      await trigger()
      toast({ title })
      onEnded()
    } catch (error) {
      fail(error, 'Non è stato possibile chiudere la sessione. Riprova.')
    }
  }
  return { variant: 'outline', disabled: isMutating, onClick: end } as const
}

function SessionRow({ session, onEnded }: { session: OpenSessions[number]; onEnded: () => void }) {
  const end = useEndButton(`${sessionsKey}/${session.id}`, 'Sessione terminata', onEnded)
  const device = deviceName(session.device)
  return (
    <li data-private>
      <div>
        <strong>{device}</strong>
        {session.current && <span className="this-device">questo dispositivo</span>}
        <p className="quiet small">
          <span>{session.address && `Rete ${session.address} · `}</span>
          <span>{`dal ${dateAndTime(new Date(session.openedAt))}`}</span>
        </p>
      </div>
      {!session.current && (
        <Button {...end} aria-label={`Termina la sessione ${device}`}>
          Termina
        </Button>
      )}
    </li>
  )
}

function EndOtherSessions({ onEnded }: { onEnded: () => void }) {
  const end = useEndButton(sessionsKey, 'Altri dispositivi disconnessi', onEnded)
  return <Button {...end}>{end.disabled ? 'Disconnessione...' : 'Esci dagli altri dispositivi'}</Button>
}

/** Where the customer is signed in, newest first. */
export function SessionsPanel() {
  const sessions = useCustomerData<OpenSessions>(sessionsKey)
  const title = useRef<HTMLHeadingElement>(null)
  const focusTitle = () => title.current?.focus()
  return (
    <section className="panel" aria-labelledby="sessions-title">
      <h3 id="sessions-title" ref={title} tabIndex={-1}>
        Sessioni attive
      </h3>
      <p>Dove hai effettuato l'accesso. Chiudi ciò che non riconosci e cambia la password.</p>
      <PanelData answer={sessions} empty="Nessuna sessione attiva.">
        {list => (
          <>
            <ul className="sessions">
              {list.map(session => (
                <SessionRow key={session.id} session={session} onEnded={focusTitle} />
              ))}
            </ul>
            {list.some(({ current }) => !current) && <EndOtherSessions onEnded={focusTitle} />}
          </>
        )}
      </PanelData>
    </section>
  )
}
