import type { CustomerView } from '@tba/events/accounts/live.ts'
import type { CustomerClaims } from '@tba/runtime/http/session.ts'

export type Message =
  | { event: 'changed'; views: CustomerView[]; position: string }
  /** The session is over. */
  | { event: 'ended' }
  /** A heartbeat: nothing has changed, and the connection is alive. */
  | { event: 'still' }

export type Subscription = ReturnType<typeof subscription>

/** One browser that listens. Unread changes are merged into one, so that a slow browser needs no memory. */
export function subscription({ sub, sid }: Pick<CustomerClaims, 'sub' | 'sid'>, address: string) {
  const views = new Set<CustomerView>()
  let newest = ''
  let isStill = false
  let state: 'open' | 'ending' | 'closed' = 'open'
  let wake = () => {}

  function next(): Message | null {
    if (views.size > 0) {
      const message: Message = { event: 'changed', views: [...views], position: newest }
      views.clear()
      return message
    }
    if (!isStill) return null
    isStill = false
    return { event: 'still' }
  }

  return {
    account: sub,
    sid,
    address,
    change(changed: readonly CustomerView[], position: string) {
      for (const view of changed) views.add(view)
      if (position > newest) newest = position
      wake()
    },
    still() {
      isStill = true
      wake()
    },
    /** The session is over: sends this to the browser, then ends the messages. */
    end() {
      if (state === 'open') state = 'ending'
      wake()
    },
    /** The messages end. */
    close() {
      state = 'closed'
      wake()
    },
    async *messages(): AsyncGenerator<Message> {
      for (;;) {
        if (state === 'ending') {
          yield { event: 'ended' }
          return
        }
        if (state === 'closed') return
        const message = next()
        if (message) {
          yield message
          continue
        }
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
    },
  }
}
