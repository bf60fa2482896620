import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@radix-ui/themes'
import { type Login, login } from '@tba/events/accounts/commands.ts'
import { useForm } from 'react-hook-form'
import { serverMessage } from '../shell/http.ts'
import { InputField } from '../shell/input-field.tsx'
import { useToast } from '../shell/toast.ts'
import { useLogin } from './current-user.ts'
import { PasswordField } from './password-field.tsx'

export function LoginForm() {
  const toast = useToast()
  const { trigger } = useLogin()
  const form = useForm({
    resolver: zodResolver(login),
    mode: 'onBlur',
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting } = form.formState

  async function submit(credentials: Login) {
    try {
      await trigger(credentials)
      toast({ title: 'Accesso effettuato', description: 'Benvenuto nella tua dashboard!' })
    } catch (error) {
      const description = serverMessage(error, 'Impossibile connettersi al server')
      toast({ title: 'Errore di accesso', description, destructive: true })
    }
  }

  return (
    <form className="form" noValidate onSubmit={form.handleSubmit(submit)}>
      <InputField
        label="Email"
        error={errors.email?.message}
        type="email"
        autoComplete="email"
        {...form.register('email')}
      />
      <PasswordField
        label="Password"
        error={errors.password?.message}
        autoComplete="current-password"
        {...form.register('password')}
      />
      <Button type="submit" size="3" disabled={isSubmitting}>
        {isSubmitting ? 'Accesso in corso...' : 'Accedi'}
      </Button>
    </form>
  )
}
