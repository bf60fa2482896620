import { confirmTotp, enrolTotp, removeTotp } from '@tba/events/admins/commands.ts'
import { recoveryCodes, secondFactor, totpUri } from '@tba/events/admins/views.ts'
import { Suspense, useState } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import type { z } from 'zod'
import { lazyPart } from '../../components/on-demand.ts'
import { CheckedForm, useCheckedForm } from '../../forms/checked-form.tsx'
import { InputField } from '../../forms/field.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { Part } from '../../shell/page-states.tsx'
import { consoleCommand } from '../api/calls.ts'
import { alwaysFresh, useAction, useView } from '../api/reads.ts'
import { CopyButton } from '../parts/filters/controls.tsx'
import { ViewState } from '../parts/page/view-state.tsx'

const path = '/api/admin/me/totp'
const requestTotp = async (sent: { password: string }) =>
  totpUri.parse(await consoleCommand('POST', path, sent)).uri
const confirm = async (sent: { code: string }) =>
  recoveryCodes.parse(await consoleCommand('POST', `${path}/confirm`, sent)).recoveryCodes
const remove = (sent: { password: string; code: string }) => consoleCommand('DELETE', path, sent)

const QrCode = lazyPart(() => import('./qr-code.tsx'))

type FormProps<Sent extends FieldValues> = {
  schema: z.ZodObject & z.ZodType<Sent, Sent>
  label: string
  submit: (sent: Sent) => Promise<unknown>
}

function FactorForm<Sent extends FieldValues>({ schema, label, submit }: FormProps<Sent>) {
  const { run } = useAction('Richiesta non riuscita: riprova.')
  const form = useCheckedForm<Sent>(schema, { submit: sent => run(() => submit(sent)) })
  const field = (name: 'password' | 'code') => form.field(name as Path<Sent>)
  return (
    <CheckedForm form={form} submit={{ label, pending: 'Un momento...' }}>
      {'password' in schema.shape && (
        <PasswordField label="Password" autoComplete="current-password" required {...field('password')} />
      )}
      {'code' in schema.shape && (
        <InputField label="Codice" autoComplete="one-time-code" required {...field('code')} />
      )}
    </CheckedForm>
  )
}

const RecoveryCodes = ({ codes }: { codes: string[] }) => (
  <section role="status">
    <p>
      Verifica attiva. Conserva questi codici di recupero: si vedono solo adesso, e ognuno vale una volta al
      posto di quello dell’app.
    </p>
    <ul className="recovery-codes">
      {codes.map(one => (
        <li key={one}>
          <code>{one}</code>
        </li>
      ))}
    </ul>
    <CopyButton
      text={codes.join('\n')}
      label="Copia i codici"
      done="Codici copiati"
      failed="Copia questi codici a mano"
    />
  </section>
)

export function SecondFactorPanel() {
  const answer = useView(path, secondFactor, alwaysFresh)
  const [uri, setUri] = useState('')
  const [codes, setCodes] = useState<string[] | null>(null)
  const { data, mutate } = answer
  function content() {
    if (codes) return <RecoveryCodes codes={codes} />
    if (!data) return <ViewState answer={answer} />
    const { isActive, recoveryCodesLeft } = data.view
    if (isActive)
      return (
        <>
          <p>
            Attiva: l’accesso chiede anche un codice.{' '}
            <span>{`Codici di recupero rimasti: ${recoveryCodesLeft}.`}</span>
          </p>
          <FactorForm
            schema={removeTotp}
            label="Togli la verifica"
            submit={sent => remove(sent).then(() => mutate())}
          />
        </>
      )
    if (!uri)
      return (
        <>
          <p>L’accesso chiederà anche un codice, che dà un’app del telefono.</p>
          <FactorForm
            schema={enrolTotp}
            label="Attiva"
            submit={async sent => setUri(await requestTotp(sent))}
          />
        </>
      )
    return (
      <>
        <p>Inquadra il codice QR con un’app di autenticazione, o scrivi nell’app il segreto:</p>
        <Part>
          <Suspense>
            <QrCode text={uri} />
          </Suspense>
        </Part>
        <code>{new URL(uri).searchParams.get('secret')}</code>
        <FactorForm
          key="confirm"
          schema={confirmTotp}
          label="Conferma"
          submit={async sent => setCodes(await confirm(sent))}
        />
      </>
    )
  }
  return (
    <section className="account-panel" aria-labelledby="second-factor">
      <h2 id="second-factor">Verifica in due passaggi</h2>
      {content()}
    </section>
  )
}
