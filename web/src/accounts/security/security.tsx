import { Button } from '@radix-ui/themes'
import { changePassword } from '@tba/events/accounts/commands.ts'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import useSWRMutation from 'swr/mutation'
import { receive, serverMessage } from '../../api/http.ts'
import { downloadBlob, fileNameOf } from '../../api/save-file.ts'
import { useCommand } from '../../api/swr.ts'
import { CheckedForm, useCheckedForm } from '../../forms/checked-form.tsx'
import { CommandButton } from '../../forms/command-button.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useToast } from '../../toasts/toast.ts'
import { AddressProof } from './address-proof.tsx'
import { EraseAccountDialog } from './erase-account.dialog.tsx'
import { SessionsPanel, sessionsKey } from './sessions.panel.tsx'
import '../../shell/look/controls.css'

export const Security = ({ email }: { email: string }) => (
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

const empty = { currentPassword: '', newPassword: '' }

function ChangePasswordForm({ email }: { email: string }) {
  const { mutate } = useSWRConfig()
  const { trigger } = useCommand('PUT', '/api/user/password')
  const form = useCheckedForm(changePassword, {
    submit: passwords => trigger(passwords),
    done: { title: 'Password aggiornata', description: 'Gli altri dispositivi sono stati disconnessi.' },
    onDone,
    onRefused,
    defaultValues: empty,
  })
  const { field } = form

  function onDone() {
    form.reset(empty)
    mutate(sessionsKey)
  }

  /** The rules were checked here already, so that a refusal can only be about the current password. */
  function onRefused(message: string) {
    form.setError('currentPassword', { message }, { shouldFocus: true })
  }

  return (
    <section className="panel" aria-labelledby="password-title">
      <h3 id="password-title">Password</h3>
      <p>Cambiarla chiude le sessioni aperte su ogni altro dispositivo.</p>
      <CheckedForm form={form} submit={{ label: 'Cambia password', pending: 'Salvataggio in corso...' }}>
        {/* For password managers, which keep a password by its name. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Password attuale"
          autoComplete="current-password"
          {...field('currentPassword')}
        />
        <PasswordField label="Nuova password" autoComplete="new-password" {...field('newPassword')} />
      </CheckedForm>
    </section>
  )
}

function PersonalData() {
  const toast = useToast()
  const { trigger, isMutating, error } = useDownloadPersonalData()
  async function download() {
    const name = await trigger(undefined, { throwOnError: false })
    if (name) toast({ title: 'Dati scaricati', description: `Li trovi nel file ${name}.` })
  }
  return (
    <section className="panel" aria-labelledby="data-title">
      <h3 id="data-title">I tuoi dati</h3>
      <p>Un file JSON con tutto ciò che il tuo account contiene, da conservare o portare altrove.</p>
      {error && !isMutating && (
        <p className="field-error" role="alert">
          {`Download non riuscito. ${serverMessage(error, 'Controlla la connessione e riprova.')}`}
        </p>
      )}
      <CommandButton variant="outline" busy={isMutating} onClick={download}>
        {isMutating ? 'Preparazione in corso...' : error ? 'Riprova' : 'Scarica i tuoi dati'}
      </CommandButton>
      <AddressProof />
    </section>
  )
}

/**
 * All personal data of the customer, as a file.
 * @throws {SyntaxError} if the answer is cut off
 */
const useDownloadPersonalData = () =>
  useSWRMutation('/api/user/data', async path => {
    const answer = await receive({ path })
    const text = await answer.text()
    JSON.parse(text)
    const name = fileNameOf(answer)
    downloadBlob(new Blob([text], { type: 'application/json' }), name)
    return name
  })
