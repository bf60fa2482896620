import { Button } from '@radix-ui/themes'
import type { User } from '@tba/events/accounts/views.ts'
import type { Credentials, Progress } from '@tba/events/setup/views.ts'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { ActivityPanel } from '../accounts/activity.panel.tsx'
import { useSignOut } from '../accounts/sign-out.ts'
import { type Fact, Facts } from '../components/facts.tsx'
import { euro, longDate } from '../components/format.ts'
import { PanelData } from '../components/panel.tsx'
import { declaredReturns, planName, planOffers } from '../content/plans.ts'
import { Masthead } from '../shell/page.tsx'
import { ThemeSwitcher } from '../shell/theme.tsx'
import { BotsPanel } from './bots.panel.tsx'
import { completedPercent, type StepNumber, useCredentials } from './calls.ts'
import { Dialogs, type Opener, useDialogs } from './dialogs/dialogs.tsx'
import { UnderwayStep, useAuthentication } from './next-step.ts'
import { SetupProgress } from './setup-progress.tsx'
import { Tools } from './tools.tsx'

function Panels({ progress }: { progress: Progress }) {
  const { opens, host } = useDialogs()
  const authentication = useAuthentication(progress)
  const authenticate = opens('credentials')
  const bots = <BotsPanel add={opens('activate-bot')} />
  const complete = completedPercent(progress) === 100
  return (
    <div className="dashboard-columns sheet" data-complete={complete}>
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
      <Dialogs host={host} budgetEuro={progress.deposit} onSaved={authentication.finish} />
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

/** The whole set-up is done: what the bot works with. */
function ControlCentre({ progress }: { progress: Progress }) {
  const figures = [
    ['Bot Attivo', '1'],
    ['Capitale Investito', euro(progress.deposit)],
    ['Operativo', '24/7'],
  ] as const
  return (
    <section className="control-centre" aria-labelledby="control-centre-title">
      <h2 id="control-centre-title">Centro di Controllo Bot</h2>
      <Facts className="figures" facts={figures} />
    </section>
  )
}

function PlanPanel({ progress }: { progress: Progress }) {
  const offer = planOffers.find(({ plan }) => plan === progress.plan)
  const facts: Fact[] = [
    ['Piano', offer?.name],
    ['Deposito', euro(progress.deposit)],
    ['Rendimento mensile', offer?.monthlyReturn],
  ]
  if (progress.completedAt) facts.push(['Configurato il', longDate(new Date(progress.completedAt))])
  return (
    <section className="panel" aria-labelledby="plan-title">
      <h2 id="plan-title">Il tuo piano</h2>
      <Facts className="rows" facts={facts} />
      <p className="quiet small">{declaredReturns}</p>
    </section>
  )
}

const factsOf = (last: Credentials | undefined) =>
  [
    ['Piattaforma', last?.platform],
    ['Server', last?.server],
    [
      'Numero account',
      <span key="number" className="mono">
        {last?.loginNumber}
      </span>,
    ],
  ] as const

/** The last stored credential; its password is never shown, as it is never sent. */
function CredentialsPanel({ authenticate }: { authenticate: Opener }) {
  const credentials = useCredentials()
  return (
    <section className="panel" aria-labelledby="credentials-title">
      <h2 id="credentials-title">Credenziali MT4/MT5</h2>
      <PanelData answer={credentials} empty="Nessuna credenziale salvata.">
        {list => <Facts className="rows" data-private facts={factsOf(list.at(-1))} />}
      </PanelData>
      <Button variant="outline" {...authenticate}>
        Aggiorna credenziali
      </Button>
    </section>
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
    <Button variant="outline" color="gray" disabled={leaving} onClick={leave}>
      Esci
    </Button>
  )
}

function DashboardHeader() {
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

function DashboardTitle({ user, progress }: { user: User; progress: Progress }) {
  return (
    <div className="dashboard-title sheet">
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
