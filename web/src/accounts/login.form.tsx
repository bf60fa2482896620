import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@radix-ui/themes'
import { type Login, login } from '@tba/events/accounts/commands.ts'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { serverMessage } from '../shell/http.ts'
import { InputField } from '../shell/input-field.tsx'
import { useToast } from '../shell/toast.ts'
import { useLogin } from './current-user.ts'
import { PasswordField } from './password-field.tsx'
import { QuietButton } from './quiet-button.tsx'

type Props = {
  /** What was typed before another form stood here: on the way back the field has the focus. */
  email?: string | undefined
  onForgotten: (email: string) => void
}

export function LoginForm({ email, onForgotten }: Props) {
  const toast = useToast()
  const { trigger } = useLogin()
  const form = useForm({
    resolver: zodResolver(login),
    mode: 'onBlur',
    defaultValues: { email: email ?? '', password: '' },
  })
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  const isBack = email !== undefined
  useEffect(() => {
    if (isBack) setFocus('email')
  }, [isBack, setFocus])

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
      <QuietButton onPress={() => onForgotten(form.getValues('email'))}>Password dimenticata?</QuietButton>
    </form>
  )
}
