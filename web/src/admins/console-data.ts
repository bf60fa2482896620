import { daily, dashboard, settings } from '@tba/events/admins/views.ts'
import { useStore } from 'jotai'
import useSWR from 'swr'
import type { z } from 'zod'
import { HttpError, isUnreachable } from '../shell/http.ts'
import { type ToastText, toastQueueAtom, useToast } from '../shell/toast.ts'
import { consoleCall, consoleCommand, isRefusal } from './console-call.ts'
import { serverSentence } from './parts/server-sentence.ts'

/** What was asked for is wrong, as an address with an unknown filter: the server says what, and asking again does not help. */
export const isWronglyAsked = (error: unknown) =>
  error instanceof HttpError && error.status === 400 && error.isSentence

/** Of a failed read: the server was not reached, or refused, or gave an invalid answer. */
export function readFailure(error: unknown): string {
  if (isUnreachable(error)) return 'Errore di connessione'
  const fallback = 'Impossibile caricare i dati'
  return isWronglyAsked(error) ? serverSentence(error, fallback) : fallback
}

/** Shows one toast for several reads that fail together, and none where the session ended: the console is left then. */
export function useFailureToast() {
  const toast = useToast()
  const store = useStore()
  return (error: unknown, description: string) => {
    if (isRefusal(error)) return
    const text: ToastText = { title: 'Errore', description, destructive: true }
    const isTold = store.get(toastQueueAtom).some(shown => shown.description === description)
    if (!isTold) toast(text)
  }
}

/**
 * For what others change, or what counts as a look each time: it stands as it was read last, and is read again by whoever
 * comes back to it.
 */
export const readAgain = { revalidateIfStale: true, dedupingInterval: 0 }

/** Reads once and checks the answer against its schema: an invalid one is a failure too. @param path null: nothing is read */
export function useView<Schema extends z.ZodType>(path: string | null, schema: Schema, options = {}) {
  const fail = useFailureToast()
  return useSWR<{ view: z.output<Schema>; readAt: Date }, Error>(
    path,
    async (address: string) => ({
      view: schema.parse(await consoleCall('GET', address)),
      readAt: new Date(),
    }),
    { ...options, onError: error => fail(error, readFailure(error)) },
  )
}

export const useDashboard = () => useView('/api/admin/dashboard', dashboard)
export const useDaily = () => useView('/api/admin/daily', daily)

const settingsPath = '/api/admin/settings'
export const useSettings = () => useView(settingsPath, settings)

export const saveMeasurementId = (measurementId: string) =>
  consoleCommand<z.infer<typeof settings>>('POST', `${settingsPath}/ga`, { measurementId })
