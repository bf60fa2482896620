import { useSyncExternalStore } from 'react'
import { currentToken, sessionIn } from './token.ts'

/** The topics of which the last read was stale, in this session. */
const delayed = new Set<string>()
let session = ''
const listeners = new Set<() => void>()

const told = () => {
  for (const listener of listeners) listener()
}
const sessionNow = () => sessionIn(currentToken() ?? '')

/**
 * The part of an address that is the same for every read of its kind, as `/api/admin/customers`: an address with an id or a
 * search may never be read again, and what it said would stand for ever.
 */
const topicOf = (path: string) => path.split('?', 1)[0]?.split('/', 4).join('/') ?? path

/** Remembers whether the last read of this kind was stale (`X-Stale`). */
export function noteDelay(path: string, isDelayed: boolean) {
  if (session !== sessionNow()) delayed.clear()
  session = sessionNow()
  if (isDelayed) delayed.add(topicOf(path))
  else delayed.delete(topicOf(path))
  told()
}

/** Every projection has reached the end of the log: whatever was stale is so no longer. */
export function forgetDelays() {
  delayed.clear()
  told()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useReadSideDelayed = () =>
  useSyncExternalStore(
    subscribe,
    () => delayed.size > 0 && session === sessionNow(),
    () => false,
  )
