import { useState } from 'react'
import { ForgotPasswordForm } from './forgot-password.form.tsx'
import { LoginForm } from './login.form.tsx'
import { QuietButton } from './quiet-button.tsx'

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
