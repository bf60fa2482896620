import { type Register, register } from '@tba/events/accounts/commands.ts'
import { CheckedForm, useCheckedForm } from '../shell/checked-form.tsx'
import { InputField } from '../shell/input-field.tsx'
import { useFailure, useToast } from '../shell/toast.ts'
import { useRegister } from './current-user.ts'
import { PasswordField } from './password-field.tsx'

export function RegisterForm() {
  const toast = useToast()
  const fail = useFailure()
  const { trigger } = useRegister()
  const form = useCheckedForm(register, { submit })
  const { field } = form

  async function submit(person: Register) {
    try {
      await trigger(person)
      toast({ title: 'Registrazione completata', description: 'Il tuo account è stato creato con successo!' })
    } catch (error) {
      fail(error, 'Impossibile connettersi al server', 'Errore di registrazione')
    }
  }

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
