import { changePassword } from '@tba/events/accounts/commands.ts'
import { useSWRConfig } from 'swr'
import { useCommand } from '../../api/swr.tsx'
import { CheckedForm, useCheckedForm } from '../../forms/checked-form.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { sessionsKey } from './sessions.panel.tsx'

const empty = { currentPassword: '', newPassword: '' }

export function ChangePasswordForm({ email }: { email: string }) {
  const { mutate } = useSWRConfig()
  const { trigger } = useCommand('PUT', '/api/user/password')
  const form = useCheckedForm(changePassword, {
    submit: passwords => trigger(passwords),
    done: { title: 'Password aggiornata', description: 'Gli altri dispositivi sono stati disconnessi.' },
    onDone,
    onRefused,
    defaultValues: empty,
  })
  const { field } = form

  function onDone() {
    form.reset(empty)
    mutate(sessionsKey)
  }

  /** The rules were checked here already, so that a refusal can only be about the current password. */
  function onRefused(message: string) {
    form.setError('currentPassword', { message }, { shouldFocus: true })
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
