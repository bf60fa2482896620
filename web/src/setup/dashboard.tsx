import type { User } from '@tba/events/accounts/views.ts'
import type { Progress } from '@tba/events/setup/views.ts'
import { useState } from 'react'
import { BotsPanel } from './bots.panel.tsx'
import { ControlCentre } from './control-centre.tsx'
import { CredentialsPanel } from './credentials.panel.tsx'
import { DashboardHeader } from './dashboard-header.tsx'
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
  const complete = completedPercent(progress) === 100
  return (
    <div className="dashboard">
      <DashboardHeader user={user} progress={progress} />
      <main className="dashboard-columns" data-complete={complete}>
        {complete && (
          <aside className="dashboard-side" aria-label="Conto e piano">
            <CredentialsPanel authenticate={authenticate} />
            <PlanPanel progress={progress} />
          </aside>
        )}
        <div className="dashboard-main">
          {complete && <ControlCentre progress={progress} />}
          <SetupProgress progress={progress} code={code} authenticate={authenticate} />
        </div>
        <aside className="dashboard-tools" aria-label="Strumenti">
          <BotsPanel addBot={() => setOpen('activate-bot')} />
          <Tools open={setOpen} />
        </aside>
      </main>
      <Dialogs name={open} close={() => setOpen(null)} progress={progress} />
    </div>
  )
}
