import { ChangePassword } from './change-password.form.tsx'
import { EraseAccount } from './erase-account.panel.tsx'
import { PersonalData } from './personal-data.panel.tsx'
import { SessionsPanel } from './sessions.panel.tsx'

export function Security({ email }: { email: string }) {
  return (
    <section className="security" aria-labelledby="security-title">
      <h2 id="security-title">Sicurezza e privacy</h2>
      <div className="security-panels">
        <ChangePassword email={email} />
        <SessionsPanel />
        <PersonalData />
        <EraseAccount />
      </div>
    </section>
  )
}
