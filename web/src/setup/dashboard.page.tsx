import { Button } from '@radix-ui/themes'
import { Link } from 'react-router-dom'
import { useCurrentUser } from '../accounts/current-user.ts'
import { usePageTitle } from '../shell/page.tsx'
import { LoadFailure, Notice, WaitingPage } from '../shell/page-states.tsx'
import { useProgress } from './calls.ts'
import { Dashboard } from './dashboard.tsx'
import './dashboard.css'
import './panels.css'
import './steps.css'

function Welcome() {
  return (
    <Notice title="Benvenuto!">
      <p>Il tuo account è pronto. Scegli un piano per cominciare la configurazione del bot.</p>
      <Button size="3" asChild>
        <Link to="/">Scegli Piano</Link>
      </Button>
    </Notice>
  )
}

export default function DashboardPage() {
  const { user } = useCurrentUser()
  const { data: progress, error, mutate } = useProgress()
  usePageTitle('Area Privata')

  if (user && progress) return <Dashboard user={user} progress={progress} />
  if (error) return <LoadFailure error={error} retry={mutate} />
  if (progress === undefined) return <WaitingPage />
  return <Welcome />
}
