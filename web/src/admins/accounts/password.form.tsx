import { changeAdminPassword } from '@tba/events/admins/commands.ts'
import { useState } from 'react'
import { HttpError } from '../../api/http.ts'
import { CheckedForm, useCheckedForm } from '../../forms/checked-form.tsx'
import { InputField } from '../../forms/field.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { consoleCommand } from '../api/calls.ts'
import { useAction } from '../api/reads.ts'

const change = (sent: object) => consoleCommand('POST', '/api/admin/me/password', sent)

export function PasswordForm({ changed }: { changed?: () => void }) {
  const { run } = useAction('Password non cambiata: riprova.')
  const [wantsCode, setWantsCode] = useState(false)
  const form = useCheckedForm(changeAdminPassword, {
    submit: sent =>
      run(async () => {
        await change(sent).catch(error => {
          setWantsCode(before => before || (error instanceof HttpError && error.secondFactor))
          throw error
        })
        changed?.()
      }, 'Password cambiata'),
  })
  const { field } = form
  return (
    <CheckedForm form={form} submit={{ label: 'Cambia la password', pending: 'Un momento...' }}>
      <PasswordField
        label="Password attuale"
        autoComplete="current-password"
        required
        {...field('current')}
      />
      <PasswordField label="Nuova password" autoComplete="new-password" required {...field('password')} />
      {wantsCode && (
        <InputField
          label="Codice di verifica, o di recupero"
          autoComplete="one-time-code"
          autoFocus
          required
          {...field('code')}
        />
      )}
    </CheckedForm>
  )
}
