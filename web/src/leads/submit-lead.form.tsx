import { personName } from '@tba/events/accounts/commands.ts'
import { emailAddress } from '@tba/events/contact/email-address.ts'
import { typedPhone } from '@tba/events/people/typed-phone.ts'
import { depositEuro, type Plan } from '@tba/events/setup/plans.ts'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { useCommand } from '../api/swr.ts'
import { CheckedForm, useCheckedForm } from '../forms/checked-form.tsx'
import { InputField, TextAreaField } from '../forms/field.tsx'

const contact = z.strictObject({
  name: personName('nome'),
  email: emailAddress(),
  phone: typedPhone(plain => plain.length <= 20, 'Il telefono può contenere al massimo 20 caratteri'),
  message: z.string().trim().max(2000, 'Il messaggio può contenere al massimo 2000 caratteri'),
})
type Contact = z.infer<typeof contact>

const inputs = [
  { name: 'name', label: 'Nome', type: 'text', autoComplete: 'name' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'phone', label: 'Telefono (facoltativo)', type: 'tel', autoComplete: 'tel' },
] as const

/** Empty fields are not sent. The deposit is sent as text. */
const leadOf = ({ name, email, phone, message }: Contact, plan: Plan) => ({
  name,
  email,
  ...(phone && { phone }),
  plan,
  deposit: String(depositEuro[plan]),
  ...(message && { message }),
})

type Props = { plan: Plan; onDone: () => void; children: ReactNode }

/** A visitor asks for a plan. No account is created by it. */
export function SubmitLeadForm({ plan, onDone, children }: Props) {
  const { trigger } = useCommand('POST', '/api/leads')
  const form = useCheckedForm(contact, {
    submit: person => trigger(leadOf(person, plan)),
    done: {
      title: 'Richiesta inviata con successo!',
      description: "Ti contatteremo presto per completare l'attivazione del tuo piano.",
    },
    onDone,
    failed: 'Si è verificato un errore. Riprova più tardi.',
    failedTitle: "Errore nella creazione dell'account",
    defaultValues: { name: '', email: '', phone: '', message: '' },
  })

  return (
    <CheckedForm
      form={form}
      submit={{ label: 'Invia la richiesta', pending: 'Invio in corso...' }}
      beside={children}
    >
      <div className="form-pair">
        {inputs.map(({ name, ...input }) => (
          <InputField key={name} {...input} {...form.field(name)} />
        ))}
      </div>
      <TextAreaField label="Messaggio (facoltativo)" rows={3} {...form.field('message')} />
    </CheckedForm>
  )
}
