import { Button } from '@radix-ui/themes'
import type { User } from '@tba/events/accounts/views.ts'
import type { Progress } from '@tba/events/setup/views.ts'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useCurrentUser } from '../accounts/current-user.ts'
import { useSignOut } from '../accounts/session.ts'
import { shownEmail } from '../components/email.ts'
import { euro } from '../components/format.ts'
import { planName } from '../content/plans.ts'
import { CommandButton } from '../forms/command-button.tsx'
import { Masthead, usePageTitle } from '../shell/page.tsx'
import { LoadFailure, Notice, WaitingPage } from '../shell/page-states.tsx'
import { ThemeSwitcher } from '../shell/theme.tsx'
import { type StepNumber, useProgress } from './calls.ts'
import { StepInProgressProvider } from './next-step.ts'
import { Panels } from './panels.tsx'
import './dashboard.css'
import './panels.css'

export default function DashboardPage() {
  const { user } = useCurrentUser()
  const { data: progress, error, mutate } = useProgress()
  usePageTitle('Area Privata')

  if (user && progress) return <Dashboard user={user} progress={progress} />
  if (error) return <LoadFailure error={error} retry={mutate} />
  if (progress === undefined) return <WaitingPage />
  return (
    <Notice title="Benvenuto!">
      <p>Il tuo account è pronto. Scegli un piano per cominciare la configurazione del bot.</p>
      <Button size="3" asChild>
        <Link to="/">Scegli Piano</Link>
      </Button>
    </Notice>
  )
}

function Dashboard({ user, progress }: { user: User; progress: Progress }) {
  const underway = useRef<StepNumber | null>(null)
  return (
    <div className="dashboard">
      <Masthead>
        <div className="masthead-actions">
          <ThemeSwitcher />
          <Button variant="outline" color="gray" asChild>
            <Link to="/profile">Profilo</Link>
          </Button>
          <SignOutButton />
        </div>
      </Masthead>
      <main>
        <DashboardTitle user={user} progress={progress} />
        <StepInProgressProvider value={underway}>
          <Panels progress={progress} />
        </StepInProgressProvider>
      </main>
    </div>
  )
}

function SignOutButton() {
  const signOut = useSignOut()
  const [leaving, setLeaving] = useState(false)
  async function leave() {
    setLeaving(true)
    await signOut()
  }
  return (
    <CommandButton variant="outline" color="gray" busy={leaving} onClick={leave}>
      Esci
    </CommandButton>
  )
}

const DashboardTitle = ({ user, progress }: { user: User; progress: Progress }) => (
  <div className="dashboard-title sheet">
    <div>
      <h1>{`Area Privata - ${planName(progress.plan)}`}</h1>
      <p data-private>{`Ciao ${user.firstName || shownEmail(user.email)}, benvenuto nella tua dashboard!`}</p>
    </div>
    <p className="deposit">
      <span>Deposito</span> <strong>{euro(progress.deposit)}</strong>
    </p>
  </div>
)
