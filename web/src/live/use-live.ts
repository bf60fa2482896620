import type { CustomerView } from '@tba/events/accounts/live.ts'
import { useEffect, useRef } from 'react'
import { useSWRConfig } from 'swr'
import { useCurrentUser } from '../accounts/current-user.ts'
import { useEndSession, useIsSessionOver } from '../accounts/session.ts'
import { setConnectionLost } from '../shell/connection.ts'
import { hasStatus, readAfter, readUpTo, request } from '../shell/http.ts'
import type { Told } from './stream.ts'
import { callsOf } from './views.ts'

/** Reads the changed views again, if they are shown: one reading at a time, then once more for later changes. */
function useReread() {
  const { cache, mutate } = useSWRConfig()
  const endSession = useEndSession()
  const due = useRef(new Set<string>())
  const isReading = useRef(false)
  // The cache goes with its session: what was still due would be read into nothing, and its failure heard by nobody.
  const isOver = useIsSessionOver()
  return async (views: readonly CustomerView[]) => {
    for (const call of views.flatMap(view => callsOf[view])) if (cache.get(call)) due.current.add(call)
    if (isReading.current) return
    isReading.current = true
    while (due.current.size > 0 && !isOver()) {
      const calls = [...due.current]
      due.current.clear()
      await Promise.all(
        calls.map(call =>
          mutate(call, request('GET', call), { revalidate: false }).catch(error => {
            if (isOver()) return
            if (hasStatus(error, 401)) return endSession()
            // A screen with data keeps them; one that has none yet reads again, and shows the failure.
            if (cache.get(call)?.data === undefined) void mutate(call)
          }),
        ),
      )
    }
    isReading.current = false
  }
}

/** Keeps a customer's open screen up to date with what they do elsewhere. */
export function useLive() {
  const { user } = useCurrentUser()
  const endSession = useEndSession()
  const reread = useReread()
  const customerId = user?.id ?? null

  const hear = useRef<(told: Told) => void>(() => {})
  useEffect(() => {
    hear.current = told => {
      if (told.kind === 'connection') return setConnectionLost(told.lost)
      if (told.kind === 'ended') return endSession()
      readAfter(told.changed.position)
      void reread(told.changed.views)
    }
  })

  useEffect(() => {
    if (customerId === null) return
    let stop = () => {}
    let isOver = false
    // Loaded after the screen.
    import('./tabs.ts')
      .then(({ listenTogether }) => {
        if (isOver) return
        const onTold = (told: Told) => hear.current(told)
        stop = listenTogether({ name: `live-${customerId}`, after: readUpTo(), onTold })
      })
      .catch(error => console.error('Aggiornamenti dal vivo non avviati', error))
    return () => {
      isOver = true
      stop()
      setConnectionLost(false)
    }
  }, [customerId])
}
