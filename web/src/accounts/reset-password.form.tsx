import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@radix-ui/themes'
import { resetPassword } from '@tba/events/accounts/commands.ts'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { HttpError, serverMessage } from '../shell/http.ts'
import { useToast } from '../shell/toast.ts'
import { PasswordField } from './password-field.tsx'
import { useResetPassword } from './password-link.ts'

const chosen = resetPassword.pick({ password: true })

type Props = { token: string; onRefused: (said: string) => void }

/** The new password, once: it can be shown instead of being typed again. */
export function ResetPasswordForm({ token, onRefused }: Props) {
  const toast = useToast()
  const navigate = useNavigate()
  const { trigger } = useResetPassword()
  const form = useForm({ resolver: zodResolver(chosen), mode: 'onBlur', defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState

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
    <form className="form" noValidate onSubmit={form.handleSubmit(submit)}>
      <PasswordField
        label="Nuova password"
        error={errors.password?.message}
        autoComplete="new-password"
        {...form.register('password')}
      />
      <Button type="submit" size="3" disabled={isSubmitting}>
        {isSubmitting ? 'Salvataggio in corso...' : 'Salva la nuova password'}
      </Button>
    </form>
  )
}
