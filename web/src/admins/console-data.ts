import { daily, dashboard, settings } from '@tba/events/admins/views.ts'
import { useStore } from 'jotai'
import { useState } from 'react'
import useSWR, { type SWRConfiguration } from 'swr'
import type { z } from 'zod'
import { HttpError, hasStatus, isUnreachable, serverMessage } from '../shell/http.ts'
import { type ToastText, toastQueueAtom, useToast } from '../shell/toast.ts'
import { consoleCall, consoleCommand, isRefusal } from './console-call.ts'

/** What the API says about a refusal, in its own words; else the fallback. */
export const serverSentence = (error: unknown, fallback: string) =>
  error instanceof HttpError && error.isSentence ? (error.issues[0]?.message ?? error.said) : fallback

/** What was asked for is wrong, as an address with an unknown filter: the server says what, and asking again does not help. */
export const isWronglyAsked = (error: unknown) => hasStatus(error, 400) && error.isSentence

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

/** What a button asks for, and whether it is under way. A failure is told by the server's words, else by these. */
export function useAction(failed: string) {
  const fail = useFailureToast()
  const [busy, setBusy] = useState(false)
  async function run(act: () => Promise<unknown>) {
    setBusy(true)
    try {
      await act()
    } catch (error) {
      fail(error, serverMessage(error, failed))
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}

/**
 * For what others change, or what counts as a look each time: it stands as it was read last, and is read again by whoever
 * comes back to it.
 */
export const readAgain = { revalidateIfStale: true, dedupingInterval: 0 }

/** For what is watched: read again while the tab is seen, and after a failure always after the same time. */
export const watched = (afterFailureMs: number) =>
  ({
    revalidateOnFocus: true,
    revalidateOnReconnect: true,
    revalidateIfStale: true,
    dedupingInterval: 300,
    shouldRetryOnError: true,
    // It would seem to stand still, were the pauses longer each time.
    onErrorRetry: (_error, _key, _config, revalidate, options) => {
      setTimeout(() => revalidate(options), afterFailureMs)
    },
  }) satisfies SWRConfiguration

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
