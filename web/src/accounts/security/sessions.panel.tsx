import { Button } from '@radix-ui/themes'
import type { OpenSessions } from '@tba/events/accounts/views.ts'
import { useRef } from 'react'
import useSWRMutation from 'swr/mutation'
import { command, hasStatus } from '../../api/http.ts'
import { dateAndTime } from '../../components/format.ts'
import { PanelData } from '../../components/panel.tsx'
import { useFailure, useToast } from '../../toasts/toast.ts'
import { useOwn } from '../current-user.ts'
import { deviceName } from './device.ts'

type Session = OpenSessions[number]

/** Shows the outcome, and moves the focus from the pressed button, which is removed. */
function useClosing(onClosed: () => void) {
  const toast = useToast()
  const fail = useFailure()
  return async (close: () => Promise<unknown>, title: string) => {
    try {
      await close()
      toast({ title })
      onClosed()
    } catch (error) {
      fail(error, 'Non è stato possibile chiudere la sessione. Riprova.')
    }
  }
}

function SessionRow({ session, onClosed }: { session: Session; onClosed: () => void }) {
  const { trigger, isMutating } = useCloseSession()
  const close = useClosing(onClosed)
  const device = deviceName(session.device)
  return (
    <li data-private>
      <div>
        <strong>{device}</strong>
        {session.current && <span className="this-device">questo dispositivo</span>}
        <p className="quiet small">
          {session.address && `Rete ${session.address} · `}dal {dateAndTime(new Date(session.openedAt))}
        </p>
      </div>
      {!session.current && (
        <Button
          variant="outline"
          aria-label={`Termina la sessione ${device}`}
          disabled={isMutating}
          onClick={() => close(() => trigger(session.id), 'Sessione terminata')}
        >
          Termina
        </Button>
      )}
    </li>
  )
}

function CloseOthers({ onClosed }: { onClosed: () => void }) {
  const { trigger, isMutating } = useCloseOtherSessions()
  const close = useClosing(onClosed)
  return (
    <Button
      variant="outline"
      disabled={isMutating}
      onClick={() => close(() => trigger(), 'Altri dispositivi disconnessi')}
    >
      {isMutating ? 'Disconnessione...' : 'Esci dagli altri dispositivi'}
    </Button>
  )
}

export function SessionsPanel() {
  const sessions = useSessions()
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
                <SessionRow key={session.id} session={session} onClosed={focusTitle} />
              ))}
            </ul>
            {list.some(({ current }) => !current) && <CloseOthers onClosed={focusTitle} />}
          </>
        )}
      </PanelData>
    </section>
  )
}

export const sessionsKey = '/api/user/sessions'

type Ok = { ok: true }

/** Where the customer is signed in, newest first. */
const useSessions = () => useOwn<OpenSessions>(sessionsKey)

/** A session that has been ended already counts as success. */
const useCloseSession = () =>
  useSWRMutation(sessionsKey, async (key, { arg: id }: { arg: string }) => {
    try {
      await command<Ok>('DELETE', `${key}/${id}`)
    } catch (error) {
      if (!hasStatus(error, 404)) throw error
    }
  })

const useCloseOtherSessions = () => useSWRMutation(sessionsKey, key => command<Ok>('DELETE', key))
