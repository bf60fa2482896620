import { emailAddress, personName } from '@tba/events/accounts/commands.ts'
import { depositEuro, type Plan } from '@tba/events/setup/plans.ts'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { useCommand } from '../api/swr.tsx'
import { CheckedForm, useCheckedForm } from '../forms/checked-form.tsx'
import { InputField, TextAreaField } from '../forms/field.tsx'
import { useFailure, useToast } from '../toasts/toast.ts'

const contact = z.strictObject({
  name: personName('nome'),
  email: emailAddress,
  phone: z.string().trim().max(20, 'Il telefono può contenere al massimo 20 caratteri'),
  message: z.string().trim().max(2000, 'Il messaggio può contenere al massimo 2000 caratteri'),
})
type Contact = z.infer<typeof contact>

const inputs = [
  { name: 'name', label: 'Nome', type: 'text', autoComplete: 'name' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'phone', label: 'Telefono (facoltativo)', type: 'tel', autoComplete: 'tel' },
] as const

/** What is left empty is not sent; the deposit goes as text. */
function leadOf({ name, email, phone, message }: Contact, plan: Plan) {
  return {
    name,
    email,
    ...(phone && { phone }),
    plan,
    deposit: String(depositEuro[plan]),
    ...(message && { message }),
  }
}

type Props = { plan: Plan; onDone: () => void; children: ReactNode }

/** A visitor asks for a plan: shown as the creation of an account. */
export function SubmitLeadForm({ plan, onDone, children }: Props) {
  const toast = useToast()
  const fail = useFailure()
  const { trigger } = useCommand<ReturnType<typeof leadOf>, { id: string }>('POST', '/api/leads')
  const form = useCheckedForm(contact, {
    submit,
    defaultValues: { name: '', email: '', phone: '', message: '' },
  })

  async function submit(person: Contact) {
    try {
      await trigger(leadOf(person, plan))
      toast({
        title: 'Richiesta inviata con successo!',
        description: "Ti contatteremo presto per completare l'attivazione del tuo piano.",
      })
      form.reset()
      onDone()
    } catch (error) {
      fail(error, 'Si è verificato un errore. Riprova più tardi.', "Errore nella creazione dell'account")
    }
  }

  return (
    <CheckedForm
      form={form}
      submit={{ label: 'Crea Account', pending: 'Invio in corso...' }}
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
