import type { Register } from '@tba/events/accounts/commands.ts'
import { serverMessage } from '../shell/http.ts'
import { InputField } from '../shell/input-field.tsx'
import { LateForm, useLateForm } from '../shell/late-form.tsx'
import { useToast } from '../shell/toast.ts'
import { useRegister } from './current-user.ts'
import { PasswordField } from './password-field.tsx'

const loadChecks = async () => (await import('./checks.ts')).registerChecks()

export function RegisterForm() {
  const toast = useToast()
  const { trigger } = useRegister()
  const form = useLateForm(loadChecks, submit)
  const { field } = form

  async function submit(person: Register) {
    try {
      await trigger(person)
      toast({ title: 'Registrazione completata', description: 'Il tuo account è stato creato con successo!' })
    } catch (error) {
      const description = serverMessage(error, 'Impossibile connettersi al server')
      toast({ title: 'Errore di registrazione', description, destructive: true })
    }
  }

  return (
    <LateForm form={form} submit={{ label: 'Registrati', pending: 'Registrazione in corso...' }}>
      <div className="form-pair">
        <InputField label="Nome" autoComplete="given-name" {...field('firstName')} />
        <InputField label="Cognome" autoComplete="family-name" {...field('lastName')} />
      </div>
      <InputField label="Email" type="text" inputMode="email" autoComplete="email" {...field('email')} />
      <PasswordField label="Password" autoComplete="new-password" {...field('password')} />
    </LateForm>
  )
}
