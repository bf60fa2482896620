import { daily, dashboard, settings } from '@tba/events/admins/views.ts'
import { useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import useSWR, { type Arguments, type SWRConfiguration } from 'swr'
import type { z } from 'zod'
import { HttpError, hasStatus, isUnreachable, serverMessage } from '../../api/http.ts'
import { failure, toastQueueAtom, useToast } from '../../toasts/toast.ts'
import { consoleCall, consoleCommand, consolePoll, isRefusal } from './calls.ts'

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
    const isTold = store.get(toastQueueAtom).some(shown => shown.description === description)
    if (!isTold) toast(failure(description))
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
export function useWatched<Answer>(
  path: string | null,
  schema: z.ZodType<Answer>,
  everyMs: number,
  options: SWRConfiguration<Answer, Error> = {},
) {
  return useSWR<Answer, Error>(path, async (address: string) => schema.parse(await consolePoll(address)), {
    revalidateOnFocus: true,
    revalidateOnReconnect: true,
    revalidateIfStale: true,
    dedupingInterval: 300,
    shouldRetryOnError: true,
    // It would seem to stand still, were the pauses longer each time.
    onErrorRetry: (_error, _key, _config, revalidate, retry) => {
      setTimeout(() => revalidate(retry), everyMs)
    },
    refreshInterval: everyMs,
    ...options,
  })
}

/** Nothing of that id, or no longer. */
const isMissing = (error: unknown) => hasStatus(error, 404)

/**
 * One thing, as `read` gives it. That there is none is shown in its place, and no failure to be told in a toast.
 * @param options `isToldAtFirst` false: nor is a failure before anything has come
 */
export function useThing<Thing>(
  key: Arguments,
  read: () => Promise<Thing>,
  { isToldAtFirst = true, ...options }: SWRConfiguration<Thing, Error> & { isToldAtFirst?: boolean } = {},
) {
  const fail = useFailureToast()
  const hasCome = useRef(isToldAtFirst)
  const answer = useSWR<Thing, Error>(key, read, {
    ...readAgain,
    onError: error => isMissing(error) || (hasCome.current && fail(error, readFailure(error))),
    ...options,
  })
  useEffect(() => {
    hasCome.current = isToldAtFirst || answer.data !== undefined
  }, [answer.data, isToldAtFirst])
  return { ...answer, isGone: isMissing(answer.error) }
}

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
