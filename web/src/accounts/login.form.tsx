import { type Login, login } from '@tba/events/accounts/commands.ts'
import { CheckedForm, useCheckedForm } from '../shell/checked-form.tsx'
import { InputField } from '../shell/input-field.tsx'
import { useFailure, useToast } from '../shell/toast.ts'
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
  const fail = useFailure()
  const { trigger } = useLogin()
  const form = useCheckedForm(login, {
    submit,
    ...(email !== undefined && { defaultValues: { email }, focused: 'email' }),
  })
  const { typedIn, field } = form

  async function submit(credentials: Login) {
    try {
      await trigger(credentials)
      toast({ title: 'Accesso effettuato', description: 'Benvenuto nella tua dashboard!' })
    } catch (error) {
      fail(error, 'Impossibile connettersi al server', 'Errore di accesso')
    }
  }

  return (
    <CheckedForm
      form={form}
      submit={{ label: 'Accedi', pending: 'Accesso in corso...' }}
      after={<QuietButton onPress={() => onForgotten(typedIn('email'))}>Password dimenticata?</QuietButton>}
    >
      <InputField label="Email" type="email" autoComplete="username" {...field('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
    </CheckedForm>
  )
}
