import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@radix-ui/themes'
import { type Register, register } from '@tba/events/accounts/commands.ts'
import { useForm } from 'react-hook-form'
import { serverMessage } from '../shell/http.ts'
import { InputField } from '../shell/input-field.tsx'
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
        {names.map(({ name, ...input }) => (
          <InputField key={name} error={errors[name]?.message} {...input} {...form.register(name)} />
        ))}
      </div>
      <InputField
        label="Email"
        error={errors.email?.message}
        type="text"
        inputMode="email"
        autoComplete="email"
        {...form.register('email')}
      />
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
