import type { ActivatePlan, UpdateProgress } from '@tba/events/setup/commands.ts'
import type { Progress } from '@tba/events/setup/views.ts'
import useSWR from 'swr'
import useSWRMutation from 'swr/mutation'
import { useCurrentUser } from '../accounts/current-user.ts'
import { command } from '../shell/http.ts'
import { useToast } from '../shell/toast.ts'

const key = '/api/user/progress'

const steps = [
  'step1_broker_account',
  'step2_mt4_authenticated',
  'step2_axi_connected',
  'step3_security_verified',
] as const

export const completedPercent = (progress: Pick<Progress, (typeof steps)[number]>) =>
  Math.round((steps.filter(step => progress[step]).length / steps.length) * 100)

/** The customer's plan and steps; `null` with no plan yet. */
export function useProgress() {
  const { isAuthenticated } = useCurrentUser()
  return useSWR<Progress | null, Error>(isAuthenticated ? key : null)
}

/** The answer is the new progress, also for a screen that isn't there yet: refreshing alone reaches mounted ones. */
const becomesProgress = { populateCache: true } as const

export const useActivatePlan = () =>
  useSWRMutation(
    key,
    (_key, { arg }: { arg: ActivatePlan }) => command<Progress>('POST', key, arg),
    becomesProgress,
  )

export function useUpdateProgress() {
  const toast = useToast()
  const { trigger, isMutating } = useSWRMutation(
    key,
    (_key, { arg }: { arg: UpdateProgress }) => command<Progress>('PUT', key, arg),
    becomesProgress,
  )
  async function update(fields: UpdateProgress) {
    try {
      await trigger(fields)
      toast({ title: 'Progresso aggiornato' })
    } catch {
      toast({
        title: 'Errore',
        description: "Errore nell'aggiornamento del progresso.",
        destructive: true,
      })
    }
  }
  return { update, isMutating }
}
