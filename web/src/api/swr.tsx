import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import useSWRMutation, { type SWRMutationConfiguration } from 'swr/mutation'
import { useEndSession, useSessionNumber } from '../accounts/session.ts'
import { command, hasStatus, request } from './http.ts'

const readOnce = {
  fetcher: (key: string | string[]) => request('GET', [key].flat().join('/')),
  provider: () => new Map(),
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
}

/** The SWR settings of every screen: it reads once, and again only after a mutation. */
export function Fetching({ children }: { children: ReactNode }) {
  const session = useSessionNumber()
  const endSession = useEndSession()
  function onError(error: unknown, key: string) {
    if (hasStatus(error, 401) && key.includes('/api/user/')) endSession()
  }
  return (
    <SWRConfig key={session} value={{ ...readOnce, onError }}>
      {children}
    </SWRConfig>
  )
}

/** A command. Afterwards the data of the same key is read again, unless the options say otherwise. */
export const useCommand = <Sent = unknown, Answer = unknown>(
  method: 'POST' | 'PUT',
  key: string,
  options?: SWRMutationConfiguration<Answer, Error, string, Sent>,
) => useSWRMutation<Answer, Error, string, Sent>(key, (_key, { arg }) => command(method, key, arg), options)

/** For actions to which the specification gives no call: resolves after the given time. */
export const simulated = (durationMs: number) => () =>
  new Promise<void>(resolve => setTimeout(resolve, durationMs))
