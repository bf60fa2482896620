import type { Login } from '@tba/events/accounts/commands.ts'
import { serverMessage } from '../shell/http.ts'
import { InputField } from '../shell/input-field.tsx'
import { LateForm, useLateForm } from '../shell/late-form.tsx'
import { useToast } from '../shell/toast.ts'
import { useLogin } from './current-user.ts'
import { useFocusOnEmail } from './focus-on-email.ts'
import { PasswordField } from './password-field.tsx'
import { QuietButton } from './quiet-button.tsx'

const loadChecks = async () => (await import('./checks.ts')).loginChecks()

type Props = {
  /** What was typed before another form stood here: on the way back the field has the focus. */
  email?: string | undefined
  onForgotten: (email: string) => void
}

export function LoginForm({ email, onForgotten }: Props) {
  const toast = useToast()
  const { trigger } = useLogin()
  const form = useLateForm(loadChecks, submit)
  const { typedIn, field } = form
  useFocusOnEmail(form.props.ref, email)

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
    <LateForm
      form={form}
      submit={{ label: 'Accedi', pending: 'Accesso in corso...' }}
      after={<QuietButton onPress={() => onForgotten(typedIn('email'))}>Password dimenticata?</QuietButton>}
    >
      <InputField
        label="Email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        {...field('email')}
      />
      <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
    </LateForm>
  )
}
