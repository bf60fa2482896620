import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@radix-ui/themes'
import { changePassword } from '@tba/events/accounts/commands.ts'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { hasStatus } from '../shell/http.ts'
import { keepFocus } from '../shell/keep-focus.ts'
import { useFailure, useToast } from '../shell/toast.ts'
import { useChangePassword } from './change-password.ts'
import { PasswordField } from './password-field.tsx'

const empty = { currentPassword: '', newPassword: '' }

function useChangePasswordForm() {
  const toast = useToast()
  const fail = useFailure()
  const { trigger } = useChangePassword()
  const form = useForm({ resolver: zodResolver(changePassword), mode: 'onBlur', defaultValues: empty })
  async function save(passwords: z.infer<typeof changePassword>) {
    try {
      await trigger(passwords)
      form.reset(empty)
      toast({ title: 'Password aggiornata', description: 'Gli altri dispositivi sono stati disconnessi.' })
    } catch (error) {
      // The rules were checked here already, so that a 400 can only be about the current password.
      if (hasStatus(error, 400)) {
        return form.setError('currentPassword', { message: error.said }, { shouldFocus: true })
      }
      fail(error, 'Impossibile connettersi al server')
    }
  }
  return { form, submit: form.handleSubmit(save) }
}

export function ChangePassword({ email }: { email: string }) {
  const { form, submit } = useChangePasswordForm()
  const { errors, isSubmitting } = form.formState
  return (
    <section className="panel" aria-labelledby="password-title">
      <h3 id="password-title">Password</h3>
      <p>Cambiarla chiude le sessioni aperte su ogni altro dispositivo.</p>
      <form className="form" noValidate onSubmit={submit}>
        {/* For password managers, which keep a password by its name. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Password attuale"
          error={errors.currentPassword?.message}
          autoComplete="current-password"
          {...form.register('currentPassword')}
        />
        <PasswordField
          label="Nuova password"
          error={errors.newPassword?.message}
          autoComplete="new-password"
          {...form.register('newPassword')}
        />
        <Button type="submit" size="3" {...keepFocus} disabled={isSubmitting}>
          {isSubmitting ? 'Salvataggio in corso...' : 'Cambia password'}
        </Button>
      </form>
    </section>
  )
}
