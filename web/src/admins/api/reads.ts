import { useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import useSWR, { type Arguments, type SWRConfiguration, type SWRResponse } from 'swr'
import type { z } from 'zod'
import { HttpError, hasStatus, isUnreachable, serverMessage } from '../../api/http.ts'
import { failure, toastQueueAtom, useToast } from '../../toasts/toast.ts'
import { consolePoll, isSessionEnded } from './calls.ts'
import { askQuestion, isCancelled } from './long-questions.ts'

export const serverSentence = (error: unknown, fallback: string) =>
  error instanceof HttpError && error.isSentence ? (error.issues[0]?.message ?? error.text) : fallback

/** The request itself is wrong, for example an unknown filter: a retry does not help. */
export const isInvalidRequest = (error: unknown) => hasStatus(error, 400) && error.isSentence

export function readFailure(error: unknown): string {
  if (isUnreachable(error)) return 'Errore di connessione'
  const fallback = 'Impossibile caricare i dati'
  return isInvalidRequest(error) ? serverSentence(error, fallback) : fallback
}

/** One toast for reads that fail together. None if the session has ended. */
export function useFailureToast() {
  const toast = useToast()
  const store = useStore()
  return (error: unknown, description: string) => {
    if (isSessionEnded(error) || isCancelled(error)) return
    const isShown = store.get(toastQueueAtom).some(shown => shown.description === description)
    if (!isShown) toast(failure(description))
  }
}

/**
 * Runs the command of a button. Then a toast says `done`, or the sentence of the server, else `failed`.
 * @param readAgain after each success
 */
export function useAction(failed: string, readAgain?: () => Promise<unknown>) {
  const toast = useToast()
  const fail = useFailureToast()
  const [busy, setBusy] = useState(false)
  async function run(act: () => Promise<unknown>, done?: string) {
    setBusy(true)
    try {
      await act()
      await readAgain?.()
      if (done) toast({ title: done })
    } catch (error) {
      fail(error, serverMessage(error, failed))
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}

/** For data that others change: the cache is shown, and read again each time the page is opened. */
export const alwaysFresh = { revalidateIfStale: true, dedupingInterval: 0 }

/** A record that does not exist, or no longer, or an address that names none. */
export const isMissingRecord = (error: unknown) => hasStatus(error, 400, 404)

/** Polls while the tab is visible. */
export function usePolling<Answer>(
  path: string | null,
  schema: z.ZodType<Answer>,
  intervalMs: number,
  options: SWRConfiguration<Answer, Error> = {},
) {
  return useSWR<Answer, Error>(path, async (address: string) => schema.parse(await consolePoll(address)), {
    revalidateOnFocus: true,
    revalidateOnReconnect: true,
    revalidateIfStale: true,
    dedupingInterval: 300,
    shouldRetryOnError: error => !isMissingRecord(error),
    // No growing pauses: the page would look frozen.
    onErrorRetry: (_error, _key, _config, revalidate, retry) => {
      setTimeout(() => revalidate(retry), intervalMs)
    },
    refreshInterval: intervalMs,
    ...options,
  })
}

export const isNotFound = (error: unknown) => hasStatus(error, 404)

/** One record. A missing one is no failure. */
export function useRecord<Data>(
  key: Arguments,
  read: (key: string) => Promise<Data>,
  options: SWRConfiguration<Data, Error> = {},
) {
  const fail = useFailureToast()
  const answer = useSWR<Data, Error>(key, read, {
    ...alwaysFresh,
    onError: error => isNotFound(error) || fail(error, readFailure(error)),
    ...options,
  })
  return { ...answer, isMissing: isNotFound(answer.error) }
}

export type ViewAnswer<View> = SWRResponse<{ view: View; readAt: Date }, Error>

/** A null path reads nothing. */
export function useView<View>(path: string | null, schema: z.ZodType<View>, options = {}): ViewAnswer<View> {
  const fail = useFailureToast()
  const read = async (address: string) => {
    // A relative period is that of the question.
    const readAt = new Date()
    return { view: schema.parse(await askQuestion(address, null)), readAt }
  }
  return useSWR(path, read, { ...options, onError: (error: Error) => fail(error, readFailure(error)) })
}

/** The answer to a question with a body. Another body cancels the running count, and so does leaving; null asks nothing. */
export function useQuestion<View>(path: string, asked: object | null, schema: z.ZodType<View>, options = {}) {
  const body = asked && JSON.stringify(asked)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  async function read() {
    running.current?.abort()
    running.current = new AbortController()
    const readAt = new Date()
    return { view: schema.parse(await askQuestion(path, body, running.current.signal)), readAt }
  }
  return useSWR(body && [path, body], read, { shouldRetryOnError: false, ...options })
}
