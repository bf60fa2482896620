import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { Facts } from '../components/facts.tsx'
import { RiskBand } from '../components/risk.tsx'
import { declaredReturns } from '../content/plans.ts'
import { Page } from '../shell/page.tsx'
import { AuthTabs } from './auth-tabs.tsx'
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

/** Shows the forms before it is known who is signed in; a signed-in customer is then sent to the dashboard. */
export default function AuthPage() {
  const { isAuthenticated } = useCurrentUser()
  const [mode, setMode] = useState<Mode>('login')

  if (isAuthenticated) return <Navigate to="/dashboard" replace />
  return (
    <Page title={modes[mode]} className="auth-columns">
      <section className="auth-reasons" aria-label="Perché registrarsi">
        <p className="kicker">Area privata</p>
        <h1>Il tuo bot lavora. Tu tieni i conti.</h1>
        <Facts facts={reasons} />
        <RiskBand />
      </section>
      <AuthTabs label="Hai già un account?" names={modes} chosen={mode} choose={setMode}>
        {mode === 'login' ? <SignIn /> : <RegisterForm />}
      </AuthTabs>
    </Page>
  )
}
