import { login } from '@tba/events/accounts/commands.ts'
import { useState } from 'react'
import { keepFocus } from '../components/focus.ts'
import { CheckedForm, useCheckedForm } from '../forms/checked-form.tsx'
import { InputField } from '../forms/field.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { useLogin } from './current-user.ts'
import { ForgotPasswordForm } from './forgot-password.form.tsx'

/** The sign-in form, or in its place the one for a forgotten password. */
export function SignIn() {
  const [isForgotten, setForgotten] = useState(false)
  // What was typed before the other form stood here.
  const [email, setEmail] = useState<string>()

  function forget(typed: string) {
    setEmail(typed)
    setForgotten(true)
  }

  if (!isForgotten) return <LoginForm email={email} onForgotten={forget} />
  return (
    <ForgotPasswordForm title="Password dimenticata?" email={email}>
      <QuietButton label="Torna all'accesso" onPress={() => setForgotten(false)} />
    </ForgotPasswordForm>
  )
}

type Props = { email: string | undefined; onForgotten: (email: string) => void }

function LoginForm({ email, onForgotten }: Props) {
  const { trigger } = useLogin()
  const form = useCheckedForm(login, {
    submit: credentials => trigger(credentials),
    done: { title: 'Accesso effettuato', description: 'Benvenuto nella tua dashboard!' },
    failedTitle: 'Errore di accesso',
    ...(email !== undefined && { defaultValues: { email }, focused: 'email' }),
  })
  const { typedIn, field } = form
  return (
    <CheckedForm
      form={form}
      submit={{ label: 'Accedi', pending: 'Accesso in corso...' }}
      after={<QuietButton label="Password dimenticata?" onPress={() => onForgotten(typedIn('email'))} />}
    >
      <InputField label="Email" type="email" autoComplete="username" {...field('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
    </CheckedForm>
  )
}

/** A button that looks like a link, below a form. */
const QuietButton = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <button type="button" className="quiet-button" {...keepFocus} onClick={onPress}>
    {label}
  </button>
)
