import { forgotPassword, login, register } from '@tba/events/accounts/commands.ts'
import { type ReactNode, useState } from 'react'
import { useCommand } from '../api/swr.ts'
import { shownEmail } from '../components/email.ts'
import { CheckedForm, useCheckedForm } from '../forms/checked-form.tsx'
import { InputField } from '../forms/field.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { takeFocus } from '../shell/focus.ts'
import { signInFailure, useLogin, useRegister } from './current-user.ts'

/** The sign-in form, or in its place the one for a forgotten password. */
export function SignIn() {
  const [isForgotten, setForgotten] = useState(false)
  // The text typed in the form that was here before.
  const [email, setEmail] = useState<string>()
  const showForgotten = (typed: string) => {
    setEmail(typed)
    setForgotten(true)
  }
  if (!isForgotten) return <LoginForm email={email} onForgotten={showForgotten} />
  return (
    <ForgotPasswordForm title="Password dimenticata?" email={email}>
      <QuietButton label="Torna all'accesso" onPress={() => setForgotten(false)} />
    </ForgotPasswordForm>
  )
}

type LoginProps = { email: string | undefined; onForgotten: (email: string) => void }

function LoginForm({ email, onForgotten }: LoginProps) {
  const { trigger } = useLogin()
  const form = useCheckedForm(login, {
    submit: credentials => trigger(credentials),
    done: { title: 'Accesso effettuato', description: 'Benvenuto nella tua dashboard!' },
    failed: signInFailure(),
    failedTitle: 'Errore di accesso',
    ...(email !== undefined && { defaultValues: { email }, focused: 'email' }),
  })
  const { getValue, field } = form
  return (
    <CheckedForm
      form={form}
      submit={{ label: 'Accedi', pending: 'Accesso in corso...' }}
      after={<QuietButton label="Password dimenticata?" onPress={() => onForgotten(getValue('email'))} />}
    >
      <InputField label="Email" type="email" autoComplete="username" {...field('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
    </CheckedForm>
  )
}

/** A button that looks like a link, below a form. */
const QuietButton = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <button type="button" className="quiet-button" onClick={onPress}>
    {label}
  </button>
)

export function RegisterForm() {
  const { trigger } = useRegister()
  const form = useCheckedForm(register, {
    submit: person => trigger(person),
    done: { title: 'Registrazione completata', description: 'Il tuo account è stato creato con successo!' },
    failed: signInFailure(),
    failedTitle: 'Errore di registrazione',
  })
  const { field } = form
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

/** Like the server, it does not tell whether the address is registered. */
const LinkSent = ({ email }: { email: string }) => (
  <>
    <h2 ref={takeFocus} tabIndex={-1}>
      Controlla la tua email
    </h2>
    <p>
      Se <strong>{shownEmail(email)}</strong> è un indirizzo registrato, sta arrivando un’e-mail con un link
      valido per un'ora.
    </p>
    <p className="quiet">Se non la trovi, guarda anche nella posta indesiderata.</p>
  </>
)

type ForgotPasswordProps = {
  title: string
  /** The text typed in the form that opened this one. With it the field has the focus. */
  email?: string | undefined
  /** The way back. */
  children: ReactNode
}

export function ForgotPasswordForm({ title, email, children }: ForgotPasswordProps) {
  const { trigger } = useCommand('POST', '/api/password/forgot')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useCheckedForm(forgotPassword, {
    submit: address => trigger(address).then(() => setSentTo(address.email)),
    ...(email !== undefined && { defaultValues: { email }, focused: 'email' }),
  })
  return (
    <section className="forgot-password">
      {sentTo === null ? (
        <>
          <h2>{title}</h2>
          <p>Scrivi l'email del tuo account: ti mandiamo un link per scegliere una nuova password.</p>
          <CheckedForm form={form} submit={{ label: 'Invia il link', pending: 'Invio in corso...' }}>
            <InputField label="Email" type="email" autoComplete="email" {...form.field('email')} />
          </CheckedForm>
        </>
      ) : (
        <LinkSent email={sentTo} />
      )}
      {children}
    </section>
  )
}
