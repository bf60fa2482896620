import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { declaredReturns } from '../content/plans.ts'
import { BackMasthead } from '../shell/back-masthead.tsx'
import { usePageTitle } from '../shell/page-title.ts'
import { RiskBand } from '../shell/risk-band.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { useCurrentUser } from './current-user.ts'
import { RegisterForm } from './register.form.tsx'
import { SignIn } from './sign-in.tsx'
import './auth.css'

const reasons = [
  ['Trading automatico 24/7', 'Il bot segue i mercati giorno e notte, senza pause.'],
  ['Strategie AI avanzate', 'Modelli di apprendimento automatico che si adattano al mercato.'],
  ['ROI mensile 8-25%', `Secondo il piano; ${declaredReturns}.`],
  ['Supporto personalizzato', 'Una persona ti segue dalla configurazione in poi.'],
] as const

const modes = { login: 'Accedi', register: 'Registrati' } as const
type Mode = keyof typeof modes

function Reasons() {
  return (
    <section className="auth-reasons" aria-label="Perché registrarsi">
      <p className="kicker">Area privata</p>
      <h1>Il tuo bot lavora. Tu tieni i conti.</h1>
      <dl>
        {reasons.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <RiskBand />
    </section>
  )
}

export default function AuthPage() {
  const { isAuthenticated, isLoading } = useCurrentUser()
  const [mode, setMode] = useState<Mode>('login')
  usePageTitle(modes[mode])

  if (isLoading) return <Waiting />
  if (isAuthenticated) return <Navigate to="/dashboard" replace />
  return (
    <div className="auth">
      <BackMasthead />
      <main className="auth-columns">
        <Reasons />
        <Tabs.Root className="auth-card" value={mode} onValueChange={name => setMode(name as Mode)}>
          <Tabs.List className="auth-modes" aria-label="Hai già un account?">
            <Tabs.Trigger value="login">{modes.login}</Tabs.Trigger>
            <Tabs.Trigger value="register">{modes.register}</Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="login">
            <SignIn />
          </Tabs.Content>
          <Tabs.Content value="register">
            <RegisterForm />
          </Tabs.Content>
        </Tabs.Root>
      </main>
    </div>
  )
}
