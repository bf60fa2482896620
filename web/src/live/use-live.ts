import type { CustomerView } from '@tba/events/accounts/live.ts'
import { keysOf } from '@tba/events/keys.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSWRConfig } from 'swr'
import { useCurrentUser } from '../accounts/current-user.ts'
import { useEndSession, useIsSessionOver } from '../accounts/session.ts'
import { firstReadPosition, hasStatus, request, requirePosition } from '../api/http.ts'
import { useSetConnectionLost } from '../shell/connection.tsx'
import type { LiveMessage } from './stream.ts'

/** The calls whose answers show a view. */
const callsByView: Record<Exclude<CustomerView, 'others'>, readonly string[]> = {
  user: ['/api/auth/user', '/api/user/profile'],
  sessions: ['/api/user/sessions'],
  progress: ['/api/user/progress'],
  credentials: ['/api/user/mt4-credentials'],
  bots: ['/api/user/bots'],
  activity: ['/api/user/activity'],
}
const allViews: CustomerView[] = [...keysOf(callsByView), 'others']
const knownCalls: ReadonlySet<string> = new Set(Object.values(callsByView).flat())
const isOther = (call: string) => call.startsWith('/api/user/') && !knownCalls.has(call)

/** Reads changed views again if they are shown. One read at a time, and another one for changes during it. */
function useReread() {
  const { cache, mutate } = useSWRConfig()
  const endSession = useEndSession()
  const pending = useRef(new Set<string>())
  const isReading = useRef(false)
  // The cache ends with its session: later reads would be lost.
  const isOver = useIsSessionOver()

  // A command leaves a cache entry for its address too.
  const isRead = (call: string) => cache.get(call)?.isValidating !== undefined

  async function read(call: string) {
    try {
      await mutate(call, request('GET', call), { revalidate: false })
    } catch (error) {
      if (isOver()) return
      if (hasStatus(error, 401)) return endSession()
      // A screen keeps its data. One that has none yet reads again, and shows the failure.
      if (cache.get(call)?.data === undefined) void mutate(call)
    }
  }

  return async (views: readonly CustomerView[]) => {
    for (const view of views)
      for (const call of view === 'others' ? [...cache.keys()].filter(isOther) : callsByView[view])
        if (isRead(call)) pending.current.add(call)
    if (isReading.current) return
    isReading.current = true
    while (pending.current.size > 0 && !isOver()) {
      const calls = [...pending.current]
      pending.current.clear()
      await Promise.all(calls.map(read))
    }
    isReading.current = false
  }
}

/** Keeps a customer's open screen up to date with what they do elsewhere. */
export function useLive() {
  const { user } = useCurrentUser()
  const endSession = useEndSession()
  const setConnectionLost = useSetConnectionLost()
  const reread = useReread()
  const customerId = user?.id ?? null

  const onMessage = useEffectEvent((message: LiveMessage) => {
    if (message.kind === 'connection') return setConnectionLost(message.lost)
    if (message.kind === 'ended') return endSession()
    requirePosition(message.changed.position)
    void reread(message.changed.views)
  })

  useEffect(() => {
    if (customerId === null) return
    let stop = () => {}
    let isOver = false
    // Loaded after the screen.
    import('./stream.ts')
      .then(({ subscribeShared }) => {
        if (isOver) return
        const [name, after] = [`live-${customerId}`, firstReadPosition()]
        stop = subscribeShared({ name, after, allViews, onMessage: message => onMessage(message) })
      })
      .catch(error => console.error('Aggiornamenti dal vivo non avviati', error))
    return () => {
      isOver = true
      stop()
      setConnectionLost(false)
    }
  }, [customerId, setConnectionLost])
}
