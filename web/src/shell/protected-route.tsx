import { Button } from '@radix-ui/themes'
import { Link, Navigate, Outlet } from 'react-router-dom'
import { useCurrentUser } from '../accounts/current-user.ts'
import { useSessionEnded } from '../accounts/session.ts'
import { useLive } from '../live/use-live.ts'
import { LoadFailure, Notice, WaitingPage } from './page-states.tsx'

const focusOnIt = (link: HTMLAnchorElement | null) => link?.focus()

function AccessRequired() {
  return (
    <Notice title="Accesso Richiesto">
      <p>La sessione è terminata. Accedi di nuovo per tornare alla tua area privata.</p>
      <Button size="3" asChild>
        {/* What had the focus is no longer on the page. */}
        <Link to="/auth" ref={focusOnIt}>
          Accedi
        </Link>
      </Button>
    </Notice>
  )
}

/** A visitor is sent to `/auth`; a customer whose session ends while the page is open sees a notice. */
export function ProtectedRoute() {
  const { user, isLoading, error, retry } = useCurrentUser()
  const ended = useSessionEnded()
  useLive()

  if (ended) return <AccessRequired />
  if (user) return <Outlet />
  if (isLoading) return <WaitingPage />
  if (error) return <LoadFailure error={error} retry={retry} />
  return <Navigate to="/auth" replace />
}
