import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextArea, TextField } from '@radix-ui/themes'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { brand } from '../content/brand.ts'
import { Dialog } from '../shell/dialog.tsx'
import { Field } from '../shell/field.tsx'
import { SelectField } from '../shell/select-field.tsx'
import { simulated } from '../shell/simulated.ts'
import { useToast } from '../shell/toast.ts'

const categories = [
  { value: 'technical', label: 'Tecnico' },
  { value: 'configuration', label: 'Configurazione' },
  { value: 'account', label: 'Account' },
  { value: 'billing', label: 'Fatturazione' },
  { value: 'general', label: 'Generale' },
]
const priorities = [
  { value: 'low', label: 'Bassa', answer: '2-3 giorni' },
  { value: 'medium', label: 'Media', answer: '24 ore' },
  { value: 'high', label: 'Alta', answer: '4-6 ore' },
]

const ticket = z.object({
  category: z.string().min(1, 'Scegli una categoria'),
  priority: z.string(),
  subject: z.string().trim().min(1, 'Oggetto richiesto').max(150, "L'oggetto è troppo lungo"),
  text: z.string().trim().min(1, 'Descrizione richiesta').max(5000, 'La descrizione è troppo lunga'),
})
const empty = { category: '', priority: 'medium', subject: '', text: '' }

function SupportFacts() {
  return (
    <dl className="rows support-facts">
      {priorities.map(({ value, label, answer }) => (
        <div key={value}>
          <dt>Priorità {label.toLowerCase()}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
      <div>
        <dt>Lunedì-venerdì</dt>
        <dd>9-18</dd>
      </div>
      <div>
        <dt>Sabato</dt>
        <dd>9-13</dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>
          <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
        </dd>
      </div>
    </dl>
  )
}

type Props = { close: () => void; send?: () => Promise<void> }

function TicketForm({ close, send = simulated(1500) }: Props) {
  const toast = useToast()
  const form = useForm({ resolver: zodResolver(ticket), mode: 'onBlur', defaultValues: empty })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async () => {
    try {
      await send()
      toast({ title: 'Ticket inviato!', description: 'Ti risponderemo entro 24 ore.' })
      close()
    } catch {
      toast({
        title: 'Errore',
        description: "Errore nell'invio del ticket di supporto.",
        destructive: true,
      })
    }
  })
  return (
    <form className="form" noValidate onSubmit={submit}>
      <Controller
        name="category"
        control={form.control}
        render={({ field }) => (
          <SelectField
            label="Categoria"
            placeholder="Scegli la categoria"
            error={errors.category?.message}
            options={categories}
            {...field}
          />
        )}
      />
      <Controller
        name="priority"
        control={form.control}
        render={({ field }) => <SelectField label="Priorità" options={priorities} {...field} />}
      />
      <Field label="Oggetto" error={errors.subject?.message}>
        {control => <TextField.Root size="3" {...control} {...form.register('subject')} />}
      </Field>
      <Field label="Descrizione" error={errors.text?.message}>
        {control => <TextArea size="3" rows={4} {...control} {...form.register('text')} />}
      </Field>
      <Button type="submit" size="3" disabled={isSubmitting}>
        {isSubmitting ? 'Invio in corso...' : 'Invia Ticket'}
      </Button>
    </form>
  )
}

export default function SupportDialog(props: Props) {
  return (
    <Dialog
      wide
      title="Centro Supporto"
      text="Scrivi al supporto: i tempi di risposta dipendono dalla priorità."
      close={props.close}
    >
      <div className="dialog-columns">
        <TicketForm {...props} />
        <SupportFacts />
      </div>
    </Dialog>
  )
}
