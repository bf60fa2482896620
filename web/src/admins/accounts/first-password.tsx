import { Button } from '@radix-ui/themes'
import { passwordRule } from '@tba/events/admins/commands.ts'
import { Masthead, usePageTitle } from '../../shell/page.tsx'
import { ThemeSwitcher } from '../../shell/theme.tsx'
import { PasswordForm } from './password.form.tsx'
import '../login.css'

/** In place of the console, as long as the password is the one that a start printed. The answer brings another token. */
export default function FirstPasswordPage({ signOut }: { signOut: () => void }) {
  usePageTitle('Scegli la tua password')
  return (
    <>
      <Masthead>
        <div className="masthead-actions">
          <ThemeSwitcher />
          <Button variant="outline" color="gray" onClick={signOut}>
            Esci
          </Button>
        </div>
      </Masthead>
      <main className="admin-login">
        <header>
          <p className="kicker">Area riservata</p>
          <h1>Scegli la tua password</h1>
          <p className="quiet">
            {`Quella mostrata all’avvio vale solo per entrare la prima volta. Scegline una tua: ${passwordRule}. Poi si apre la console.`}
          </p>
        </header>
        <PasswordForm />
      </main>
    </>
  )
}
