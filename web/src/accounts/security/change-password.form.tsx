import { changePassword } from '@tba/events/accounts/commands.ts'
import useSWRMutation from 'swr/mutation'
import type { z } from 'zod'
import { command, hasStatus } from '../../api/http.ts'
import { CheckedForm, useCheckedForm } from '../../forms/checked-form.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useFailure, useToast } from '../../toasts/toast.ts'
import { sessionsKey } from './sessions.panel.tsx'

type Passwords = z.infer<typeof changePassword>

const empty = { currentPassword: '', newPassword: '' }

/** The server ends every other session, so their list is read again. */
const useSavePassword = () =>
  useSWRMutation(sessionsKey, (_key, { arg }: { arg: Passwords }) =>
    command<{ ok: true }>('PUT', '/api/user/password', arg),
  )

export function ChangePassword({ email }: { email: string }) {
  const toast = useToast()
  const fail = useFailure()
  const { trigger } = useSavePassword()
  const form = useCheckedForm(changePassword, { submit, defaultValues: empty })
  const { field } = form

  async function submit(passwords: Passwords): Promise<void> {
    try {
      await trigger(passwords)
      form.reset(empty)
      toast({ title: 'Password aggiornata', description: 'Gli altri dispositivi sono stati disconnessi.' })
    } catch (error) {
      // The rules were checked here already, so that a 400 can only be about the current password.
      if (hasStatus(error, 400))
        return form.setError('currentPassword', { message: error.said }, { shouldFocus: true })
      fail(error, 'Impossibile connettersi al server')
    }
  }

  return (
    <section className="panel" aria-labelledby="password-title">
      <h3 id="password-title">Password</h3>
      <p>Cambiarla chiude le sessioni aperte su ogni altro dispositivo.</p>
      <CheckedForm form={form} submit={{ label: 'Cambia password', pending: 'Salvataggio in corso...' }}>
        {/* For password managers, which keep a password by its name. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Password attuale"
          autoComplete="current-password"
          {...field('currentPassword')}
        />
        <PasswordField label="Nuova password" autoComplete="new-password" {...field('newPassword')} />
      </CheckedForm>
    </section>
  )
}
