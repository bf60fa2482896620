import { forgotPassword } from '@tba/events/accounts/commands.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCommand } from '../api/swr.tsx'
import { CheckedForm, useCheckedForm } from '../forms/checked-form.tsx'
import { InputField } from '../forms/field.tsx'

/** Like the server, it does not tell whether the address is registered. */
function LinkSent({ email }: { email: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <>
      <h2 ref={title} tabIndex={-1}>
        Controlla la tua email
      </h2>
      <p>
        Se <strong>{email}</strong> è un indirizzo registrato, sta arrivando un’e-mail con un link valido per
        un'ora.
      </p>
      <p className="quiet">Se non la trovi, guarda anche nella posta indesiderata.</p>
    </>
  )
}

type Props = {
  title: string
  /** What was typed before this form was opened from another: then the field has the focus. */
  email?: string | undefined
  /** The way back. */
  children: ReactNode
}

export function ForgotPasswordForm({ title, email, children }: Props) {
  const { trigger } = useCommand('POST', '/api/password/forgot')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useCheckedForm(forgotPassword, {
    submit: address => trigger(address).then(() => setSentTo(address.email)),
    ...(email !== undefined && { defaultValues: { email }, focused: 'email' }),
  })
  return (
    <section className="forgot-password">
      {sentTo === null ? (
        <>
          <h2>{title}</h2>
          <p>Scrivi l'email del tuo account: ti mandiamo un link per scegliere una nuova password.</p>
          <CheckedForm form={form} submit={{ label: 'Invia il link', pending: 'Invio in corso...' }}>
            <InputField label="Email" type="email" autoComplete="email" {...form.field('email')} />
          </CheckedForm>
        </>
      ) : (
        <LinkSent email={sentTo} />
      )}
      {children}
    </section>
  )
}
