import { useNavigate } from 'react-router-dom'
import { HttpError, serverMessage } from '../shell/http.ts'
import { LateForm, useLateForm } from '../shell/late-form.tsx'
import { useToast } from '../shell/toast.ts'
import { PasswordField } from './password-field.tsx'
import { useResetPassword } from './password-link.ts'

const loadChecks = async () => (await import('./checks.ts')).resetPasswordChecks()

type Props = { token: string; onRefused: (said: string) => void }

/** The new password, once: it can be shown instead of being typed again. */
export function ResetPasswordForm({ token, onRefused }: Props) {
  const toast = useToast()
  const navigate = useNavigate()
  const { trigger } = useResetPassword()
  const form = useLateForm(loadChecks, submit)

  async function submit({ password }: { password: string }) {
    try {
      await trigger({ token, password })
      toast({ title: 'Password aggiornata', description: 'Ora puoi accedere con la nuova password.' })
      navigate('/auth', { replace: true })
    } catch (error) {
      if (error instanceof HttpError && error.status === 400) return onRefused(error.said)
      const description = serverMessage(error, 'Impossibile connettersi al server')
      toast({ title: 'Errore', description, destructive: true })
    }
  }

  return (
    <LateForm form={form} submit={{ label: 'Salva la nuova password', pending: 'Salvataggio in corso...' }}>
      <PasswordField label="Nuova password" autoComplete="new-password" {...form.field('password')} />
    </LateForm>
  )
}
