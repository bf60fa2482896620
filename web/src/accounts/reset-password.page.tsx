import { useState } from 'react'
import { BackMasthead } from '../shell/back-masthead.tsx'
import { usePageTitle } from '../shell/page-title.ts'
import { useLinkToken } from './link-token.ts'
import { LostLink } from './lost-link.tsx'
import { ResetPasswordForm } from './reset-password.form.tsx'
import './auth.css'

const noToken =
  'Questo indirizzo non contiene un link valido: apri di nuovo quello della lettera o richiedine un altro.'

function WithLink({ token }: { token: string }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  if (refusal !== null) return <LostLink message={refusal} refused />
  return (
    <>
      <p>Scegli la password con cui accederai da ora in poi: almeno 6 caratteri.</p>
      <ResetPasswordForm token={token} onRefused={setRefusal} />
    </>
  )
}

export default function ResetPasswordPage() {
  const token = useLinkToken()
  usePageTitle('Nuova password')
  return (
    <>
      <BackMasthead />
      <main className="auth-card reset-password">
        <h1>Nuova password</h1>
        {token ? <WithLink key={token} token={token} /> : <LostLink message={noToken} />}
      </main>
    </>
  )
}
