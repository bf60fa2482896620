import { Button } from '@radix-ui/themes'
import { openEvent } from '@tba/events/history/opening.ts'
import { CheckedForm, useCheckedForm } from '../../../forms/checked-form.tsx'
import { InputField } from '../../../forms/field.tsx'
import { serverSentence } from '../../api/reads.ts'

type FormProps = { open: (reason: string) => Promise<void>; cancel: () => void }

/** Asks for the reason to open sealed data. */
export default function OpenForm({ open, cancel }: FormProps) {
  const form = useCheckedForm(openEvent, {
    focused: 'reason',
    async submit({ reason }) {
      try {
        await open(reason)
      } catch (failure) {
        form.setError('reason', { message: serverSentence(failure, 'Impossibile aprire i dati: riprova') })
      }
    },
  })
  return (
    <div className="open-form">
      <CheckedForm
        form={form}
        submit={{ label: 'Apri e registra', pending: 'Apertura...' }}
        beside={
          <Button type="button" size="3" variant="outline" color="gray" onClick={cancel}>
            Annulla
          </Button>
        }
      >
        <InputField
          label="Motivo"
          placeholder="Per esempio: richiesta del cliente"
          autoComplete="off"
          required
          {...form.field('reason')}
        />
        <p className="quiet small">L’apertura è registrata, con il tuo nome e questo motivo.</p>
      </CheckedForm>
    </div>
  )
}
