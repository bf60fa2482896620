import { useSyncExternalStore } from 'react'
import { currentToken, sessionIn } from './token.ts'

/** The kinds of reads whose last answer was stale. */
const delayed = new Set<string>()
let session = ''
const listeners = new Set<() => void>()

const notify = () => {
  for (const listener of listeners) listener()
}
const sessionNow = () => sessionIn(currentToken() ?? '')

/** Without id and search: those addresses may never be read again, and would stay stale for ever. */
const topicOf = (path: string) => path.split('?', 1)[0]?.split('/', 4).join('/') ?? path

export function recordStaleness(path: string, isDelayed: boolean) {
  if (session !== sessionNow()) delayed.clear()
  session = sessionNow()
  if (isDelayed) delayed.add(topicOf(path))
  else delayed.delete(topicOf(path))
  notify()
}

/** Every projection has caught up. */
export function forgetDelays() {
  delayed.clear()
  notify()
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
