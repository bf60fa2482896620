import { Button } from '@radix-ui/themes'
import { eraseAccount } from '@tba/events/accounts/commands.ts'
import { useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { hasStatus, request } from '../../api/http.ts'
import { Dialog } from '../../components/dialog.tsx'
import { brand } from '../../content/brand.ts'
import { CheckedForm, useCheckedForm } from '../../forms/checked-form.tsx'
import { InputField } from '../../forms/field.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useToast } from '../../toasts/toast.ts'
import { useEndSession, useLeaveSession, useNewSession } from '../session.ts'

const confirmationWord = 'ELIMINA'
const confirmedErasure = eraseAccount.extend({
  confirmation: z
    .string()
    .trim()
    .refine(typed => typed === confirmationWord, `Scrivi ${confirmationWord} per confermare`),
})

const Consequences = () => (
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
        richieste e questionari inviati senza accedere, se non hai confermato il tuo indirizzo: per
        cancellarli confermalo prima, o scrivi a{' '}
        <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
      </li>
    </ul>
  </div>
)

/** Needs a typed word and the password, since an erasure cannot be undone. */
export function EraseAccountDialog({ close }: { close: () => void }) {
  const erase = useEraseAccount()
  const form = useCheckedForm(confirmedErasure, {
    submit: ({ password }) => erase(password),
    onRefused,
    focused: 'confirmation',
    defaultValues: { confirmation: '', password: '' },
  })
  const { field, isSubmitting } = form

  function onRefused(message: string) {
    form.setError('password', { message }, { shouldFocus: true })
  }

  return (
    <Dialog title="Elimina account" text="È definitivo: nessuno può annullarlo, nemmeno noi." close={close}>
      <Consequences />
      <CheckedForm
        form={form}
        submit={{
          label: 'Elimina definitivamente',
          pending: 'Eliminazione in corso...',
          className: 'danger',
        }}
        beside={
          <Button type="button" size="3" variant="outline" disabled={isSubmitting} onClick={close}>
            Annulla
          </Button>
        }
      >
        <InputField
          label={`Scrivi ${confirmationWord} per confermare`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...field('confirmation')}
        />
        <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
      </CheckedForm>
    </Dialog>
  )
}

const erasedToast = {
  title: 'Account eliminato',
  description: 'I tuoi dati personali sono stati cancellati. Questo dispositivo è stato disconnesso.',
}
/** Erases the account and goes to `/`, signed out, with a toast. */
function useEraseAccount() {
  const navigate = useNavigate()
  const toast = useToast()
  const newSession = useNewSession()
  const leaveSession = useLeaveSession()
  const endSession = useEndSession()

  /** @throws {Error} if the account was not erased, or if that is not known */
  return async (password: string) => {
    const undoLeave = leaveSession()
    try {
      await request('POST', '/api/user/erasure', { password })
    } catch (error) {
      undoLeave()
      if (hasStatus(error, 401)) endSession()
      throw error
    }
    toast(erasedToast)
    // Both in one render, so that the profile is never rendered without a customer.
    navigate('/')
    newSession()
  }
}
