import { depositEuro, type Plan } from '@tba/events/setup/plans.ts'
import type { FormEvent, ReactNode } from 'react'
import { CommandButton } from '../forms/command-button.tsx'
import { useFailure, useToast } from '../toasts/toast.ts'
import { useActivatePlan } from './calls.ts'

type Props = { plan: Plan; onDone: () => void; children: ReactNode }

/** Activates the chosen plan for a signed-in customer; it has no fields. */
export function ActivatePlanForm({ plan, onDone, children }: Props) {
  const toast = useToast()
  const fail = useFailure()
  const { trigger, isMutating } = useActivatePlan()

  async function submit(event: FormEvent) {
    event.preventDefault()
    try {
      await trigger({ plan, deposit: depositEuro[plan], status: 'active' })
      toast({
        title: 'Piano attivato con successo!',
        description: 'Ti portiamo alla tua dashboard per la configurazione.',
      })
      onDone()
    } catch (error) {
      fail(error, 'Si è verificato un errore. Riprova più tardi.', "Errore nell'attivazione")
    }
  }

  return (
    <form className="form" onSubmit={submit}>
      <div className="actions">
        <CommandButton type="submit" size="3" busy={isMutating}>
          {isMutating ? 'Attivazione in corso...' : 'Attiva Piano'}
        </CommandButton>
        {children}
      </div>
    </form>
  )
}
