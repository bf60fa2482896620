import { Button } from '@radix-ui/themes'
import { adminLogin } from '@tba/events/admins/commands.ts'
import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import type { z } from 'zod'
import { HttpError } from '../api/http.ts'
import { CheckedForm, useCheckedForm } from '../forms/checked-form.tsx'
import { InputField } from '../forms/field.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { Masthead, usePageTitle } from '../shell/page.tsx'
import { ThemeSwitcher } from '../shell/theme.tsx'
import { failure, useToast } from '../toasts/toast.ts'
import { openSession } from './api/calls.ts'
import { type LoginState, useToken } from './api/token.ts'
import { roleWord } from './parts/words/labels.ts'
import './login.css'

export default function AdminLoginPage() {
  const token = useToken()
  const from = useLocation().state as LoginState | null
  usePageTitle('Accesso amministratori')

  if (token !== null) return <Navigate to={from?.to ?? '/admin/dashboard'} replace />
  return (
    <>
      <Masthead>
        <div className="masthead-actions">
          <ThemeSwitcher />
        </div>
      </Masthead>
      <main className="admin-login">
        <header>
          <p className="kicker">Area riservata</p>
          <h1>Accesso amministratori</h1>
          <p className="quiet">Solo per amministratori autorizzati.</p>
        </header>
        {from?.ended && (
          <p className="admin-login-ended" role="status">
            {from.newRole
              ? `Il tuo ruolo è cambiato: ora è ${roleWord(from.newRole)}. Per questo la sessione è terminata: accedi di nuovo.`
              : 'La sessione è terminata. Accedi di nuovo per tornare alla console.'}
          </p>
        )}
        <LoginForm />
        <Button variant="outline" color="gray" size="3" asChild>
          <Link to="/">Torna alla home</Link>
        </Button>
      </main>
    </>
  )
}

const toastFor = (error: unknown) =>
  error instanceof HttpError
    ? failure(error.isSentence ? error.text : 'Credenziali non valide', 'Errore di accesso')
    : failure('Impossibile connettersi al server')

function LoginForm() {
  const toast = useToast()
  const form = useCheckedForm(adminLogin, { submit })
  const [wantsCode, setWantsCode] = useState(false)

  async function submit(credentials: z.infer<typeof adminLogin>) {
    try {
      await openSession(credentials)
      toast({ title: 'Accesso riuscito', description: "Benvenuto nell'area amministratore" })
    } catch (error) {
      const needsCode = error instanceof HttpError && error.secondFactor && !wantsCode
      if (needsCode) setWantsCode(true)
      else toast(toastFor(error))
    }
  }

  return (
    <CheckedForm form={form} submit={{ label: 'Accedi', pending: 'Accesso in corso...' }}>
      <InputField label="Email" type="email" autoComplete="username" required {...form.field('email')} />
      <PasswordField label="Password" autoComplete="current-password" required {...form.field('password')} />
      {wantsCode && (
        <InputField
          label="Codice di verifica, o di recupero"
          autoComplete="one-time-code"
          autoFocus
          {...form.field('code')}
        />
      )}
    </CheckedForm>
  )
}
