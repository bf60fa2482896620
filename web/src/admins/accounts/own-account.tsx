import { passwordRule } from '@tba/events/admins/commands.ts'
import { useState } from 'react'
import { PasswordForm } from './password.form.tsx'
import { SecondFactorPanel } from './second-factor.panel.tsx'
import { SessionsPanel } from './sessions.panel.tsx'

function PasswordPanel() {
  const [changes, setChanges] = useState(0)
  return (
    <section className="account-panel" aria-labelledby="own-password">
      <h2 id="own-password">La tua password</h2>
      <p className="quiet small">{`Per la nuova: ${passwordRule}. Tutte le altre tue sessioni finiscono.`}</p>
      <PasswordForm key={changes} changed={() => setChanges(changes + 1)} />
    </section>
  )
}

/** What everybody changes of their own account. */
export default function OwnAccount() {
  return (
    <>
      <SessionsPanel />
      <PasswordPanel />
      <SecondFactorPanel />
    </>
  )
}
