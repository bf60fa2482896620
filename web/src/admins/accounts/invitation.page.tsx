import { acceptInvitation, passwordRule } from '@tba/events/admins/commands.ts'
import { useNavigate } from 'react-router-dom'
import { useLinkToken } from '../../accounts/link-token.ts'
import { CheckedForm, useCheckedForm } from '../../forms/checked-form.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { BackMasthead, usePageTitle } from '../../shell/page.tsx'
import { useToast } from '../../toasts/toast.ts'
import { accept } from '../api/calls.ts'
import { serverSentence } from '../api/reads.ts'
import '../login.css'

const fragment = (hash: string) => hash.slice(1) || null
const chosen = acceptInvitation.pick({ password: true })

/** The page behind the link of an invitation. The new administrator chooses a password. */
export default function InvitationPage() {
  const toast = useToast()
  const navigate = useNavigate()
  const token = useLinkToken(fragment) ?? ''
  usePageTitle('Invito alla console')
  const form = useCheckedForm(chosen, {
    async submit({ password }) {
      try {
        await accept({ token, password })
        toast({ title: 'Invito accettato' })
        navigate('/admin/dashboard', { replace: true })
      } catch (error) {
        const description = serverSentence(error, 'Impossibile connettersi al server')
        toast({ title: 'Errore', description, destructive: true })
      }
    },
  })
  return (
    <>
      <BackMasthead />
      <main className="admin-login">
        <header>
          <p className="kicker">Area riservata</p>
          <h1>Invito alla console</h1>
          <p className="quiet">{`Scegli la password con cui entrerai: ${passwordRule}.`}</p>
        </header>
        <CheckedForm form={form} submit={{ label: 'Accetta l’invito', pending: 'Un momento...' }}>
          <PasswordField label="Password" autoComplete="new-password" {...form.field('password')} />
        </CheckedForm>
      </main>
    </>
  )
}
