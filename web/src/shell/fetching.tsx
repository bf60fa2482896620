import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { useEndSession, useSessionNumber } from '../accounts/session.ts'
import { hasStatus, request } from './http.ts'

const get = (key: string | string[]) => request('GET', [key].flat().join('/'))

const once = {
  fetcher: get,
  provider: () => new Map(),
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
  refreshInterval: 0,
}

/** The SWR settings of every screen: it reads once, and again only where a mutation asks for it. */
export function Fetching({ children }: { children: ReactNode }) {
  const session = useSessionNumber()
  const endSession = useEndSession()
  function onError(error: unknown, key: string) {
    if (hasStatus(error, 401) && key.includes('/api/user/')) endSession()
  }
  return (
    <SWRConfig key={session} value={{ ...once, onError }}>
      {children}
    </SWRConfig>
  )
}
