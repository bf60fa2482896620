import { useEffect, useEffectEvent } from 'react'
import { openCustomerChannel, useCurrentUser } from './current-user.ts'
import { useEndSession } from './session.ts'

function hide(isHidden: boolean) {
  document.body.style.visibility = isHidden ? 'hidden' : ''
}

/**
 * For private pages. Another customer who signs in in another tab ends the session here. A page that comes back from the
 * browser's page cache is hidden until the server has said that the same customer is signed in.
 */
export function useOwnCustomerOnly() {
  const { user, retry } = useCurrentUser()
  const endSession = useEndSession()
  const shown = user?.id
  const heard = useEffectEvent((id: number) => {
    if (shown !== undefined && id !== shown) endSession()
  })
  const returned = useEffectEvent(async () => {
    const now = await retry().catch(() => null)
    // No reload, which would give what was typed here to the other one.
    if (now?.id !== shown) return location.replace(location.pathname)
    hide(false)
  })
  useEffect(() => {
    const channel = openCustomerChannel()
    channel?.addEventListener('message', ({ data }) => heard(data))
    const leave = ({ persisted }: PageTransitionEvent) => hide(persisted)
    const restore = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void returned()
    }
    addEventListener('pagehide', leave)
    addEventListener('pageshow', restore)
    return () => {
      channel?.close()
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', restore)
    }
  }, [])
}
