import { Button } from '@radix-ui/themes'
import { useState } from 'react'
import { ChangePasswordForm } from './change-password.form.tsx'
import { EraseAccountDialog } from './erase-account.dialog.tsx'
import { PersonalData } from './personal-data.panel.tsx'
import { SessionsPanel } from './sessions.panel.tsx'
import '../../shell/look/danger.css'

export function Security({ email }: { email: string }) {
  return (
    <section className="security" aria-labelledby="security-title">
      <h2 id="security-title">Sicurezza e privacy</h2>
      <div className="security-panels">
        <ChangePasswordForm email={email} />
        <SessionsPanel />
        <PersonalData />
        <EraseAccount />
      </div>
    </section>
  )
}

function EraseAccount() {
  const [open, setOpen] = useState(false)
  return (
    <section className="panel" aria-labelledby="erasure-title">
      <h3 id="erasure-title">Elimina account</h3>
      <p>Cancella l'account e i dati personali che contiene. Non si può annullare.</p>
      <Button variant="outline" className="danger" onClick={() => setOpen(true)}>
        Elimina account
      </Button>
      {open && <EraseAccountDialog close={() => setOpen(false)} />}
    </section>
  )
}
