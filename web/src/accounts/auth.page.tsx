import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { Facts } from '../components/facts.tsx'
import { RiskBand } from '../components/risk.tsx'
import { declaredReturns } from '../content/plans.ts'
import { keepFocus } from '../forms/command-button.tsx'
import { Page } from '../shell/page.tsx'
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

const modes = [
  { mode: 'login', name: 'Accedi', Form: SignIn },
  { mode: 'register', name: 'Registrati', Form: RegisterForm },
]

/** Shows the forms before it is known who is signed in; a signed-in customer is then sent to the dashboard. */
export default function AuthPage() {
  const { isAuthenticated } = useCurrentUser()
  const [mode, setMode] = useState('login')

  if (isAuthenticated) return <Navigate to="/dashboard" replace />
  return (
    <Page title={modes.find(each => each.mode === mode)?.name ?? ''} className="auth-columns">
      <section className="auth-reasons" aria-label="Perché registrarsi">
        <p className="kicker">Area privata</p>
        <h1>Il tuo bot lavora. Tu tieni i conti.</h1>
        <Facts facts={reasons} />
        <RiskBand />
      </section>
      <Tabs.Root className="auth-card" value={mode} onValueChange={setMode}>
        <Tabs.List className="auth-modes" aria-label="Hai già un account?">
          {modes.map(({ mode, name }) => (
            // Selected by the click, since a repeated early press is nothing else (`main.tsx`). On mouse down Radix would
            // select and focus it, and the focus ring would show.
            <Tabs.Trigger key={mode} value={mode} {...keepFocus} onClick={() => setMode(mode)}>
              {name}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {modes.map(({ mode, Form }) => (
          <Tabs.Content key={mode} value={mode} tabIndex={undefined}>
            <Form />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Page>
  )
}
