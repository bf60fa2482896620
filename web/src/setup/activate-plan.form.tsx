import { depositEuro, type Plan } from '@tba/events/setup/plans.ts'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { CheckedForm, useCheckedForm } from '../forms/checked-form.tsx'
import { useActivatePlan } from './calls.ts'

const noFields = z.object({})

type Props = { plan: Plan; onDone: () => void; children: ReactNode }

/** Activates the chosen plan for a signed-in customer. */
export function ActivatePlanForm({ plan, onDone, children }: Props) {
  const { trigger } = useActivatePlan()
  const form = useCheckedForm(noFields, {
    submit: () => trigger({ plan, deposit: depositEuro[plan], status: 'active' }),
    done: {
      title: 'Piano attivato con successo!',
      description: 'Ti portiamo alla tua dashboard per la configurazione.',
    },
    onDone,
    failed: 'Si è verificato un errore. Riprova più tardi.',
    failedTitle: "Errore nell'attivazione",
  })
  const submit = { label: 'Attiva Piano', pending: 'Attivazione in corso...' }
  return <CheckedForm form={form} submit={submit} beside={children} />
}
