import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { hasStatus, request } from '../api/http.ts'
import { useEndSession, useSessionNumber } from './session.ts'

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
