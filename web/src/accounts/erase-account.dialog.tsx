import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@radix-ui/themes'
import { eraseAccount } from '@tba/events/accounts/commands.ts'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { brand } from '../content/brand.ts'
import { Dialog } from '../shell/dialog.tsx'
import { hasStatus } from '../shell/http.ts'
import { InputField } from '../shell/input-field.tsx'
import { keepFocus } from '../shell/keep-focus.ts'
import { useFailure } from '../shell/toast.ts'
import { useEraseAccount } from './erase-account.ts'
import { PasswordField } from './password-field.tsx'

const word = 'ELIMINA'
const confirmed = eraseAccount.extend({
  confirmation: z
    .string()
    .trim()
    .refine(typed => typed === word, `Scrivi ${word} per confermare`),
})

function WhatGoes() {
  return (
    <div className="erasure-facts">
      <h3>Che cosa viene cancellato</h3>
      <ul>
        <li>nome, email, contatti, biografia e immagine del profilo</li>
        <li>piano, configurazione, credenziali MT4/MT5 e bot</li>
        <li>le sessioni su ogni dispositivo: esci subito da tutte</li>
      </ul>
      <h3>Che cosa resta</h3>
      <ul>
        <li>
          il registro degli eventi, ma cifrato con una chiave che viene distrutta: nessuno può più leggerlo
        </li>
        <li>le visite al sito, senza nulla che porti a te</li>
        <li>
          richieste e questionari inviati senza account: per cancellarli scrivi a{' '}
          <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
        </li>
      </ul>
    </div>
  )
}

function useEraseAccountForm() {
  const fail = useFailure()
  const erase = useEraseAccount()
  const form = useForm({
    resolver: zodResolver(confirmed),
    mode: 'onBlur',
    defaultValues: { confirmation: '', password: '' },
  })
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await erase(password)
    } catch (error) {
      if (hasStatus(error, 400)) {
        return form.setError('password', { message: error.said }, { shouldFocus: true })
      }
      fail(error, 'Impossibile connettersi al server')
    }
  })
  return { form, submit }
}

/** Asks for a typed word and the password, since an erasure can't be undone. */
export function EraseAccountDialog({ close }: { close: () => void }) {
  const { form, submit } = useEraseAccountForm()
  const { errors, isSubmitting } = form.formState
  return (
    <Dialog title="Elimina account" text="È definitivo: nessuno può annullarlo, nemmeno noi." close={close}>
      <WhatGoes />
      <form className="form" noValidate autoComplete="off" onSubmit={submit}>
        <InputField
          label={`Scrivi ${word} per confermare`}
          error={errors.confirmation?.message}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.register('confirmation')}
        />
        <PasswordField
          label="Password"
          error={errors.password?.message}
          autoComplete="current-password"
          {...form.register('password')}
        />
        <div className="actions">
          <Button type="submit" size="3" className="danger" {...keepFocus} disabled={isSubmitting}>
            {isSubmitting ? 'Eliminazione in corso...' : 'Elimina definitivamente'}
          </Button>
          <Button type="button" size="3" variant="outline" disabled={isSubmitting} onClick={close}>
            Annulla
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
