import { type KeyboardEvent, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { Facts, RiskBand } from '../components/facts.tsx'
import { declaredReturns } from '../content/plans.ts'
import { Page } from '../shell/page.tsx'
import { RegisterForm, SignIn } from './auth.forms.tsx'
import { useCurrentUser } from './current-user.ts'
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
      <div className="auth-card">
        <ModeTabs mode={mode} setMode={setMode} />
        <div role="tabpanel" id="auth-panel" aria-labelledby={`auth-${mode}`}>
          {mode === 'login' ? <SignIn /> : <RegisterForm />}
        </div>
      </div>
    </Page>
  )
}

/**
 * Tabs that select on click, so that an early press can be repeated (`main.tsx`). Radix's tabs select on mouse down, and
 * weigh more than the page's budget has left.
 */
function ModeTabs({ mode, setMode }: { mode: Mode; setMode: (mode: Mode) => void }) {
  function move(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.currentTarget.querySelector<HTMLElement>('[aria-selected="false"]')?.focus()
    setMode(mode === 'login' ? 'register' : 'login')
  }
  return (
    <div className="auth-modes" role="tablist" aria-label="Hai già un account?" onKeyDown={move}>
      {(['login', 'register'] as const).map(name => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`auth-${name}`}
          aria-selected={name === mode}
          aria-controls="auth-panel"
          tabIndex={name === mode ? 0 : -1}
          onClick={() => setMode(name)}
        >
          {modes[name]}
        </button>
      ))}
    </div>
  )
}
