import { resetPassword } from '@tba/events/accounts/commands.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useCommand } from '../api/swr.ts'
import { CheckedForm, useCheckedForm } from '../forms/checked-form.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { takeFocus } from '../shell/focus.ts'
import { Page } from '../shell/page.tsx'
import { ForgotPasswordForm } from './auth.forms.tsx'
import { useLinkToken } from './link-token.ts'
import './auth.css'

const noToken =
  'Questo indirizzo non contiene un link valido: apri di nuovo quello dell’e-mail o richiedine un altro.'

export default function ResetPasswordPage() {
  const token = useLinkToken()
  return (
    <Page title="Nuova password" className="auth-card reset-password">
      <h1>Nuova password</h1>
      {token ? <NewPassword key={token} token={token} /> : <InvalidLink message={noToken} />}
    </Page>
  )
}

const newPassword = resetPassword.pick({ password: true })

/** The new password is typed once, since it can be shown. */
function NewPassword({ token }: { token: string }) {
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<string | null>(null)
  const { trigger } = useCommand('POST', '/api/password/reset')
  const form = useCheckedForm(newPassword, {
    submit: ({ password }) => trigger({ token, password }),
    done: { title: 'Password aggiornata', description: 'Ora puoi accedere con la nuova password.' },
    onDone: () => navigate('/auth', { replace: true }),
    onRefused: setRefusal,
  })
  if (refusal !== null) return <InvalidLink message={refusal} refused />
  return (
    <>
      <p>Scegli la password con cui accederai da ora in poi: almeno 6 caratteri.</p>
      <CheckedForm
        form={form}
        submit={{ label: 'Salva la nuova password', pending: 'Salvataggio in corso...' }}
      >
        <PasswordField label="Nuova password" autoComplete="new-password" {...form.field('password')} />
      </CheckedForm>
    </>
  )
}

/**
 * A reset link is not valid: why, and how to get another.
 * @param refused by the server: then it replaces a form that had the focus, and takes it
 */
const InvalidLink = ({ message, refused = false }: { message: string; refused?: boolean }) => (
  <>
    <p ref={refused ? takeFocus : null} tabIndex={-1} className="lost-link" role="alert">
      {message}
    </p>
    <ForgotPasswordForm title="Richiedi un nuovo link">
      <Link to="/auth">Torna all'accesso</Link>
    </ForgotPasswordForm>
  </>
)
