import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@radix-ui/themes'
import { openEvent } from '@tba/events/history/commands.ts'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { InputField } from '../../shell/input-field.tsx'
import { keepFocus } from '../../shell/keep-focus.ts'
import { serverSentence } from '../parts/server-sentence.ts'

type Reason = z.infer<typeof openEvent>
type Props = { open: (reason: string) => Promise<void>; cancel: () => void }

/** Why an administrator opens what is sealed: it is recorded before anything is shown. */
export default function OpenForm({ open, cancel }: Props) {
  const form = useForm({ resolver: zodResolver(openEvent), defaultValues: { reason: '' } })
  const { errors, isSubmitting } = form.formState

  async function submit({ reason }: Reason) {
    try {
      await open(reason)
    } catch (error) {
      form.setError('reason', { message: serverSentence(error, 'Impossibile aprire i dati: riprova') })
    }
  }
  return (
    <form className="form open-form" noValidate onSubmit={form.handleSubmit(submit)}>
      <InputField
        label="Motivo"
        error={errors.reason?.message}
        placeholder="Per esempio: richiesta del cliente"
        autoComplete="off"
        autoFocus
        required
        {...form.register('reason')}
      />
      <p className="quiet small">L’apertura è registrata, con il tuo nome e questo motivo.</p>
      <p className="actions">
        <Button type="submit" {...keepFocus} disabled={isSubmitting}>
          {isSubmitting ? 'Apertura...' : 'Apri e registra'}
        </Button>
        <Button type="button" variant="outline" color="gray" onClick={cancel}>
          Annulla
        </Button>
      </p>
    </form>
  )
}
