import type { User } from '@tba/events/accounts/views.ts'
import type { Progress } from '@tba/events/setup/views.ts'
import { useState } from 'react'
import { BotsPanel } from './bots.panel.tsx'
import { ControlCentre } from './control-centre.tsx'
import { CredentialsPanel } from './credentials.panel.tsx'
import { DashboardHeader, DashboardTitle } from './dashboard-header.tsx'
import { type DialogName, Dialogs } from './dialogs.tsx'
import { useLicenceCode } from './licence-code.ts'
import { PlanPanel } from './plan.panel.tsx'
import { completedPercent } from './progress.ts'
import { SetupProgress } from './setup-progress.tsx'
import { Tools } from './tools.tsx'

type Props = { user: User; progress: Progress }

export function Dashboard({ user, progress }: Props) {
  const [open, setOpen] = useState<DialogName | null>(null)
  const code = useLicenceCode(progress.step2_license_key)
  const authenticate = () => setOpen('credentials')
  const bots = <BotsPanel addBot={() => setOpen('activate-bot')} />
  const complete = completedPercent(progress) === 100
  return (
    <div className="dashboard">
      <DashboardHeader />
      <main>
        <DashboardTitle user={user} progress={progress} />
        <div className="dashboard-columns" data-complete={complete}>
          <div className="dashboard-main">
            {complete && <ControlCentre progress={progress} />}
            <SetupProgress progress={progress} code={code} authenticate={authenticate} />
            {complete && bots}
          </div>
          {complete && (
            <aside className="dashboard-side" aria-label="Conto e piano">
              <CredentialsPanel authenticate={authenticate} />
              <PlanPanel progress={progress} />
            </aside>
          )}
          <aside className="dashboard-tools" aria-label="Bot e strumenti">
            {!complete && bots}
            <Tools open={setOpen} />
          </aside>
        </div>
      </main>
      <Dialogs name={open} close={() => setOpen(null)} progress={progress} />
    </div>
  )
}
