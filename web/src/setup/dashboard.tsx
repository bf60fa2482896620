import type { User } from '@tba/events/accounts/views.ts'
import type { Progress } from '@tba/events/setup/views.ts'
import { useRef } from 'react'
import { ActivityPanel } from '../accounts/activity.panel.tsx'
import { useAuthentication } from './authentication.ts'
import { BotsPanel } from './bots.panel.tsx'
import { ControlCentre } from './control-centre.tsx'
import { CredentialsPanel } from './credentials.panel.tsx'
import { DashboardHeader, DashboardTitle } from './dashboard-header.tsx'
import { Dialogs, useDialogs } from './dialogs.tsx'
import { UnderwayStep } from './next-step.ts'
import { PlanPanel } from './plan.panel.tsx'
import { completedPercent, type StepNumber } from './progress.ts'
import { SetupProgress } from './setup-progress.tsx'
import { Tools } from './tools.tsx'

function Panels({ progress }: { progress: Progress }) {
  const { opens, host } = useDialogs()
  const authentication = useAuthentication(progress)
  const authenticate = opens('credentials')
  const bots = <BotsPanel add={opens('activate-bot')} />
  const complete = completedPercent(progress) === 100
  return (
    <div className="dashboard-columns" data-complete={complete}>
      <div className="dashboard-main">
        {complete && <ControlCentre progress={progress} />}
        <SetupProgress progress={progress} authentication={authentication} authenticate={authenticate} />
        {complete && bots}
      </div>
      {complete && (
        <aside className="dashboard-side" aria-label="Conto, piano e attività">
          <CredentialsPanel authenticate={authenticate} />
          <PlanPanel progress={progress} />
          <ActivityPanel />
        </aside>
      )}
      {/* The bots come last, so that nothing below moves when they are loaded. */}
      <aside className="dashboard-tools" aria-label="Bot e strumenti">
        <Tools opens={opens} />
        {!complete && bots}
      </aside>
      <Dialogs host={host} budgetEuro={progress.deposit} onLicence={authentication.authenticated} />
    </div>
  )
}

export function Dashboard({ user, progress }: { user: User; progress: Progress }) {
  const underway = useRef<StepNumber | null>(null)
  return (
    <div className="dashboard">
      <DashboardHeader />
      <main>
        <DashboardTitle user={user} progress={progress} />
        <UnderwayStep value={underway}>
          <Panels progress={progress} />
        </UnderwayStep>
      </main>
    </div>
  )
}
