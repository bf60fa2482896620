import { resetPassword } from '@tba/events/accounts/commands.ts'
import { useNavigate } from 'react-router-dom'
import { CheckedForm, useCheckedForm } from '../shell/checked-form.tsx'
import { hasStatus } from '../shell/http.ts'
import { useFailure, useToast } from '../shell/toast.ts'
import { PasswordField } from './password-field.tsx'
import { useResetPassword } from './password-link.ts'

const newPassword = resetPassword.pick({ password: true })

type Props = { token: string; onRefused: (said: string) => void }

/** The new password, once: it can be shown instead of being typed again. */
export function ResetPasswordForm({ token, onRefused }: Props) {
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
