import { keysOf } from '@tba/events/keys.ts'
import type {
  ActivateBot,
  ActivatePlan,
  SaveCredentials,
  UpdateProgress,
} from '@tba/events/setup/commands.ts'
import type { ActiveBot, Credentials, Progress } from '@tba/events/setup/views.ts'
import { useActivityChanged } from '../accounts/activity.panel.tsx'
import { useCustomerData } from '../accounts/current-user.ts'
import { useCommand } from '../api/swr.ts'
import { failure, useToast } from '../toasts/toast.ts'

const key = '/api/user/progress'

const steps = {
  '1': 'step1_broker_account',
  '2a': 'step2_mt4_authenticated',
  '2b': 'step2_axi_connected',
  '3': 'step3_security_verified',
} as const
export type StepNumber = keyof typeof steps

export const stepNumbers = keysOf(steps).toSorted()

export const isDone = (progress: Progress, step: StepNumber) => progress[steps[step]]

export const completedPercent = (progress: Progress) =>
  Math.round((stepNumbers.filter(step => isDone(progress, step)).length / stepNumbers.length) * 100)

/** The customer's plan and steps; `null` with no plan yet. */
export const useProgress = () => useCustomerData<Progress | null>(key)

/** Writes the answer into the cache: revalidating would reach mounted screens only. */
const cacheAnswer = { populateCache: true } as const

export const useActivatePlan = () => useCommand<ActivatePlan, Progress>('POST', key, cacheAnswer)

export function useUpdateProgress() {
  const toast = useToast()
  const onSuccess = useActivityChanged()
  const { trigger, isMutating } = useCommand<UpdateProgress, Progress>('PUT', key, {
    ...cacheAnswer,
    onSuccess,
  })
  /** A toast shows the outcome. @returns whether it was recorded */
  async function update(fields: UpdateProgress): Promise<boolean> {
    try {
      await trigger(fields)
      toast({ title: 'Progresso aggiornato' })
      return true
    } catch {
      toast(failure("Errore nell'aggiornamento del progresso."))
      return false
    }
  }
  return { update, isMutating }
}

const botsKey = '/api/user/bots'
const credentialsKey = '/api/user/mt4-credentials'

/** Oldest first. */
export const useActiveBots = () => useCustomerData<ActiveBot[]>(botsKey)
export const useActivateBot = () =>
  useCommand<ActivateBot, ActiveBot>('POST', botsKey, { onSuccess: useActivityChanged() })

/** Oldest first; never with a password. */
export const useCredentials = () => useCustomerData<Credentials[]>(credentialsKey)
export const useSaveCredentials = () =>
  useCommand<SaveCredentials, Credentials>('POST', credentialsKey, { onSuccess: useActivityChanged() })
