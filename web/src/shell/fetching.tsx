import type { ReactNode } from 'react'
import { SWRConfig, useSWRConfig } from 'swr'
import { forgetCustomer } from '../accounts/current-user.ts'
import { HttpError, request } from './http.ts'

const get = (key: string | string[]) => request('GET', [key].flat().join('/'))

/** How every screen reads: once, never again by itself. A mutation refreshes what it changes. */
export function Fetching({ children }: { children: ReactNode }) {
  const { mutate } = useSWRConfig()
  const config = {
    fetcher: get,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    revalidateIfStale: false,
    shouldRetryOnError: false,
    refreshInterval: 0,
    onError(error: unknown, key: string) {
      const sessionEnded = error instanceof HttpError && error.status === 401 && key.includes('/api/user/')
      if (sessionEnded) forgetCustomer(mutate)
    },
  }
  return <SWRConfig value={config}>{children}</SWRConfig>
}
