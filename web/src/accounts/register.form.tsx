import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextField } from '@radix-ui/themes'
import { type Register, register } from '@tba/events/accounts/commands.ts'
import { useForm } from 'react-hook-form'
import { Field } from '../shell/field.tsx'
import { serverMessage } from '../shell/http.ts'
import { useToast } from '../shell/toast.ts'
import { useRegister } from './current-user.ts'
import { PasswordField } from './password-field.tsx'

const names = [
  { name: 'firstName', label: 'Nome', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Cognome', autoComplete: 'family-name' },
] as const

export function RegisterForm() {
  const toast = useToast()
  const { trigger } = useRegister()
  const form = useForm({
    resolver: zodResolver(register),
    mode: 'onBlur',
    defaultValues: { email: '', password: '', firstName: '', lastName: '' },
  })
  const { errors, isSubmitting } = form.formState

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
    <form className="form" noValidate onSubmit={form.handleSubmit(submit)}>
      <div className="form-pair">
        {names.map(({ name, label, autoComplete }) => (
          <Field key={name} label={label} error={errors[name]?.message}>
            {control => (
              <TextField.Root size="3" autoComplete={autoComplete} {...control} {...form.register(name)} />
            )}
          </Field>
        ))}
      </div>
      <Field label="Email" error={errors.email?.message}>
        {control => (
          <TextField.Root
            size="3"
            type="text"
            inputMode="email"
            autoComplete="email"
            {...control}
            {...form.register('email')}
          />
        )}
      </Field>
      <PasswordField
        label="Password"
        error={errors.password?.message}
        autoComplete="new-password"
        {...form.register('password')}
      />
      <Button type="submit" size="3" disabled={isSubmitting}>
        {isSubmitting ? 'Registrazione in corso...' : 'Registrati'}
      </Button>
    </form>
  )
}
