import { consoleAccounts } from '@tba/events/admins/views.ts'
import { requestDetail, requestList } from '@tba/events/requests/views.ts'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSWRConfig } from 'swr'
import { shownEmail } from '../../components/email.ts'
import { consoleCall, consolePoll, readAs } from '../api/calls.ts'
import { useKeptRows, usePages } from '../api/pages.ts'
import { useRecord } from '../api/reads.ts'
import { usePermission } from '../api/token.ts'
import { useEmailOf } from '../parts/words/actors.tsx'
import { erasedAtom, useUnlessErased } from '../people/people-data.ts'

const path = '/api/admin/requests'
export const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`

/** No event says that a call is late, or that a day begins: so the list is read again, instead of following the log. */
const readEveryMs = 15_000

/** A list that is read again by itself while its tab is visible, with all rows that were read so far. */
export function useRequests(query: string) {
  const address = `${path}?${query}`
  const pages = usePages(address, requestList, { isAutomatic: true })
  const list = useKeptRows(address, pages, ({ requests }) => requests)
  const erased = useAtomValue(erasedAtom)
  const { mutate } = useSWRConfig()
  /** With the open request, and the numbers in the header. */
  const readAll = () =>
    Promise.all([list.mutate(), mutate(key => typeof key === 'string' && key.startsWith(path))])
  const readNow = useEffectEvent(() => document.hidden || list.isValidating || void readAll())
  useEffect(() => {
    const timer = setInterval(readNow, readEveryMs)
    return () => clearInterval(timer)
  }, [])
  const rows = list.rows.filter(({ id }) => !erased.has(id))
  // Rows stay while the server does not answer: nobody has to press anything.
  const error = rows.length === 0 ? list.error : undefined
  return { ...list, rows, error, isLost: list.error !== undefined, readAll }
}

/** Only opening it renews the session: later reads are the page’s own. */
export function useRequest(id: string) {
  const isOpened = useRef(false)
  return useUnlessErased(id, pathOf(id), async address => {
    const answer = isOpened.current ? consolePoll(address) : consoleCall('GET', address)
    isOpened.current = true
    return requestDetail.parse(await answer)
  })
}

/** Who can have a request: administrators, because analysts change nothing. An analyst is offered nobody. */
export function useOwners() {
  const mayRead = usePermission('accounts')
  const { data } = useRecord(mayRead ? '/api/admin/users?limit=200' : null, readAs(consoleAccounts))
  return (data?.users ?? [])
    .filter(({ role, state }) => role === 'administrator' && state === 'active')
    .map(({ id, email }) => ({ value: id, label: shownEmail(email) ?? id }))
}

/** The address of a request's owner; empty for nobody’s. */
export function useOwnerName(): (owner: string | null) => string {
  const emailOf = useEmailOf()
  return owner => (owner === null ? '' : (emailOf(`admin:${owner}`) ?? owner.slice(0, 8)))
}
