import { type Login, login } from '@tba/events/accounts/commands.ts'
import { type ReactNode, useState } from 'react'
import { CheckedForm, useCheckedForm } from '../forms/checked-form.tsx'
import { keepFocus } from '../forms/command-button.tsx'
import { InputField } from '../forms/field.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { useFailure, useToast } from '../toasts/toast.ts'
import { useLogin } from './current-user.ts'
import { ForgotPasswordForm } from './forgot-password.form.tsx'

/** The sign-in form, or in its place the one for a forgotten password. */
export function SignIn() {
  const [view, setView] = useState<'login' | 'forgotten'>('login')
  const [email, setEmail] = useState<string>()

  function forget(typed: string) {
    setEmail(typed)
    setView('forgotten')
  }

  if (view === 'login') return <LoginForm email={email} onForgotten={forget} />
  return (
    <ForgotPasswordForm title="Password dimenticata?" email={email}>
      <QuietButton onPress={() => setView('login')}>Torna all'accesso</QuietButton>
    </ForgotPasswordForm>
  )
}

type Props = {
  /** What was typed before another form stood here: on the way back the field has the focus. */
  email?: string | undefined
  onForgotten: (email: string) => void
}

function LoginForm({ email, onForgotten }: Props) {
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

/** A button that looks like a link, below a form. */
function QuietButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className="quiet-button" {...keepFocus} onClick={onPress}>
      {children}
    </button>
  )
}
