import { z } from 'zod'
import { simulated } from '../../api/swr.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Facts } from '../../components/facts.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { brand } from '../../content/brand.ts'
import { CheckedForm, useCheckedForm } from '../../forms/checked-form.tsx'
import { InputField, TextAreaField } from '../../forms/field.tsx'

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
  const form = useCheckedForm(ticket, {
    submit: send,
    done: { title: 'Ticket inviato!', description: 'Ti risponderemo entro 24 ore.' },
    onDone: close,
    failed: "Errore nell'invio del ticket di supporto.",
    defaultValues: { category: '', priority: 'medium', subject: '', text: '' },
  })
  const { control, field } = form
  return (
    <CheckedForm form={form} submit={{ label: 'Invia Ticket', pending: 'Invio in corso...' }}>
      <SelectField
        label="Categoria"
        placeholder="Scegli la categoria"
        options={categories}
        control={control}
        name="category"
      />
      <SelectField label="Priorità" options={priorities} control={control} name="priority" />
      <InputField label="Oggetto" {...field('subject')} />
      <TextAreaField label="Descrizione" rows={4} {...field('text')} />
    </CheckedForm>
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
        <Facts className="rows support-facts" facts={facts} />
      </div>
    </Dialog>
  )
}
