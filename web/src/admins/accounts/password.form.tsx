import { Button } from '@radix-ui/themes'
import { changeAdminPassword } from '@tba/events/admins/commands.ts'
import { useState } from 'react'
import { HttpError } from '../../api/http.ts'
import { CheckedForm, useCheckedForm } from '../../forms/checked-form.tsx'
import { InputField } from '../../forms/field.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { Masthead, usePageTitle } from '../../shell/page.tsx'
import { ThemeSwitcher } from '../../shell/theme.tsx'
import { consoleCommand } from '../api/calls.ts'
import { useAction } from '../api/reads.ts'
import '../login.css'

const change = (sent: object) => consoleCommand('POST', '/api/admin/me/password', sent)

function PasswordForm({ changed }: { changed?: () => void }) {
  const { run } = useAction('Password non cambiata: riprova.')
  const [wantsCode, setWantsCode] = useState(false)
  const form = useCheckedForm(changeAdminPassword, {
    submit: sent =>
      run(async () => {
        await change(sent).catch(error => {
          setWantsCode(before => before || (error instanceof HttpError && error.secondFactor))
          throw error
        })
        changed?.()
      }, 'Password cambiata'),
  })
  return (
    <CheckedForm form={form} submit={{ label: 'Cambia la password', pending: 'Un momento...' }}>
      <PasswordField
        label="Password attuale"
        autoComplete="current-password"
        required
        {...form.field('current')}
      />
      <PasswordField
        label="Nuova password"
        autoComplete="new-password"
        required
        {...form.field('password')}
      />
      {wantsCode && (
        <InputField
          label="Codice di verifica, o di recupero"
          autoComplete="one-time-code"
          autoFocus
          required
          {...form.field('code')}
        />
      )}
    </CheckedForm>
  )
}

export function PasswordPanel() {
  const [changes, setChanges] = useState(0)
  return (
    <section className="account-panel" aria-labelledby="own-password">
      <h2 id="own-password">La tua password</h2>
      <p className="quiet small">Almeno 12 caratteri. Tutte le altre tue sessioni finiscono.</p>
      <PasswordForm key={changes} changed={() => setChanges(changes + 1)} />
    </section>
  )
}

/** In place of the console, as long as the password is the one that a start printed. The answer brings another token. */
export function FirstPasswordPage({ signOut }: { signOut: () => void }) {
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
            Quella mostrata all’avvio vale solo per entrare la prima volta. Scegline una tua, di almeno 12
            caratteri: poi si apre la console.
          </p>
        </header>
        <PasswordForm />
      </main>
    </>
  )
}
