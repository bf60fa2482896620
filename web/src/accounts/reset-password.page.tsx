import { resetPassword } from '@tba/events/accounts/commands.ts'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { hasStatus } from '../api/http.ts'
import { CheckedForm, useCheckedForm } from '../forms/checked-form.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { BackMasthead, usePageTitle } from '../shell/page.tsx'
import { useFailure, useToast } from '../toasts/toast.ts'
import { ForgotPasswordForm } from './forgot-password.form.tsx'
import { useLinkToken } from './link-token.ts'
import { useResetPassword } from './password-link.ts'
import './auth.css'

const noToken =
  'Questo indirizzo non contiene un link valido: apri di nuovo quello della lettera o richiedine un altro.'

function WithLink({ token }: { token: string }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  if (refusal !== null) return <LostLink message={refusal} refused />
  return (
    <>
      <p>Scegli la password con cui accederai da ora in poi: almeno 6 caratteri.</p>
      <ResetPasswordForm token={token} onRefused={setRefusal} />
    </>
  )
}

export default function ResetPasswordPage() {
  const token = useLinkToken()
  usePageTitle('Nuova password')
  return (
    <>
      <BackMasthead />
      <main className="auth-card reset-password">
        <h1>Nuova password</h1>
        {token ? <WithLink key={token} token={token} /> : <LostLink message={noToken} />}
      </main>
    </>
  )
}

const newPassword = resetPassword.pick({ password: true })

type Props = { token: string; onRefused: (said: string) => void }

/** The new password, once: it can be shown instead of being typed again. */
function ResetPasswordForm({ token, onRefused }: Props) {
  const toast = useToast()
  const fail = useFailure()
  const navigate = useNavigate()
  const { trigger } = useResetPassword()
  const form = useCheckedForm(newPassword, { submit })

  async function submit({ password }: { password: string }) {
    try {
      await trigger({ token, password })
      toast({ title: 'Password aggiornata', description: 'Ora puoi accedere con la nuova password.' })
      navigate('/auth', { replace: true })
    } catch (error) {
      if (hasStatus(error, 400)) return onRefused(error.said)
      fail(error, 'Impossibile connettersi al server')
    }
  }

  return (
    <CheckedForm
      form={form}
      submit={{ label: 'Salva la nuova password', pending: 'Salvataggio in corso...' }}
    >
      <PasswordField label="Nuova password" autoComplete="new-password" {...form.field('password')} />
    </CheckedForm>
  )
}

/**
 * Tells that a reset link is not valid, and how to get another.
 * @param refused whether the server said so: then it replaces a form that had the focus, and takes it
 */
function LostLink({ message, refused = false }: { message: string; refused?: boolean }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (refused) text.current?.focus()
  }, [refused])
  return (
    <>
      <p ref={text} tabIndex={-1} className="lost-link" role="alert">
        {message}
      </p>
      <ForgotPasswordForm title="Richiedi un nuovo link">
        <Link to="/auth">Torna all'accesso</Link>
      </ForgotPasswordForm>
    </>
  )
}
