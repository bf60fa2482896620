import { zodResolver } from '@hookform/resolvers/zod'
import { useController, useForm } from 'react-hook-form'
import { z } from 'zod'
import { brand } from '../content/brand.ts'
import { AfterPaint } from '../shell/after-paint.tsx'
import { CommandButton } from '../shell/command-button.tsx'
import { Dialog } from '../shell/dialog.tsx'
import { Facts } from '../shell/facts.tsx'
import { InputField, TextAreaField } from '../shell/input-field.tsx'
import { keepFocus } from '../shell/keep-focus.ts'
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

const facts = [
  ...priorities.map(({ label, answer }) => [`Priorità ${label.toLowerCase()}`, answer] as const),
  ['Lunedì-venerdì', '9-18'],
  ['Sabato', '9-13'],
  [
    'Email',
    <a key="email" href={`mailto:${brand.supportEmail}`}>
      {brand.supportEmail}
    </a>,
  ],
] as const

type Props = { close: () => void; send?: () => Promise<void> }

function TicketForm({ close, send = simulated(1500) }: Props) {
  const toast = useToast()
  const form = useForm({ resolver: zodResolver(ticket), mode: 'onBlur', defaultValues: empty })
  const { field: category } = useController({ name: 'category', control: form.control })
  const { field: priority } = useController({ name: 'priority', control: form.control })
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
      <SelectField
        label="Categoria"
        placeholder="Scegli la categoria"
        error={errors.category?.message}
        options={categories}
        {...category}
      />
      <SelectField label="Priorità" options={priorities} {...priority} />
      <InputField label="Oggetto" error={errors.subject?.message} {...form.register('subject')} />
      <TextAreaField label="Descrizione" error={errors.text?.message} rows={4} {...form.register('text')} />
      <CommandButton type="submit" size="3" {...keepFocus} busy={isSubmitting}>
        {isSubmitting ? 'Invio in corso...' : 'Invia Ticket'}
      </CommandButton>
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
      <AfterPaint>
        <div className="dialog-columns">
          <TicketForm {...props} />
          <Facts className="rows support-facts" facts={facts} />
        </div>
      </AfterPaint>
    </Dialog>
  )
}
