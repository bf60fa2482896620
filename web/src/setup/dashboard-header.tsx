import { Button } from '@radix-ui/themes'
import type { User } from '@tba/events/accounts/views.ts'
import type { Progress } from '@tba/events/setup/views.ts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useSignOut } from '../accounts/sign-out.ts'
import { planName } from '../content/plans.ts'
import { euro } from '../shell/format.ts'
import { Masthead } from '../shell/masthead.tsx'
import { ThemeSwitcher } from '../shell/theme-switcher.tsx'

function SignOutButton() {
  const signOut = useSignOut()
  const [leaving, setLeaving] = useState(false)
  async function leave() {
    setLeaving(true)
    await signOut()
  }
  return (
    <Button variant="outline" color="gray" disabled={leaving} onClick={leave}>
      Esci
    </Button>
  )
}

export function DashboardHeader() {
  return (
    <Masthead>
      <div className="masthead-actions">
        <ThemeSwitcher />
        <Button variant="outline" color="gray" asChild>
          <Link to="/profile">Profilo</Link>
        </Button>
        <SignOutButton />
      </div>
    </Masthead>
  )
}

export function DashboardTitle({ user, progress }: { user: User; progress: Progress }) {
  return (
    <div className="dashboard-title">
      <div>
        <h1>Area Privata - {planName(progress.plan)}</h1>
        <p data-private>Ciao {user.firstName || user.email}, benvenuto nella tua dashboard!</p>
      </div>
      <p className="deposit">
        <span>Deposito</span> <strong>{euro(progress.deposit)}</strong>
      </p>
    </div>
  )
}
