import { register } from '@tba/events/accounts/commands.ts'
import { CheckedForm, useCheckedForm } from '../forms/checked-form.tsx'
import { InputField } from '../forms/field.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { useRegister } from './current-user.ts'

export function RegisterForm() {
  const { trigger } = useRegister()
  const form = useCheckedForm(register, {
    submit: person => trigger(person),
    done: { title: 'Registrazione completata', description: 'Il tuo account è stato creato con successo!' },
    failedTitle: 'Errore di registrazione',
  })
  const { field } = form
  return (
    <CheckedForm form={form} submit={{ label: 'Registrati', pending: 'Registrazione in corso...' }}>
      <div className="form-pair">
        <InputField label="Nome" autoComplete="given-name" {...field('firstName')} />
        <InputField label="Cognome" autoComplete="family-name" {...field('lastName')} />
      </div>
      <InputField label="Email" type="text" inputMode="email" autoComplete="email" {...field('email')} />
      <PasswordField label="Password" autoComplete="new-password" {...field('password')} />
    </CheckedForm>
  )
}
