import { customerDetail } from '@tba/events/people/views.ts'
import { atom, useAtomValue } from 'jotai'
import { useSWRConfig } from 'swr'
import { consoleCommand, readAs } from '../api/calls.ts'
import { useRecord } from '../api/reads.ts'

/** Older lists must not show a person who was erased. */
export const erasedAtom = atom<ReadonlySet<string>>(new Set<string>())

/** One person’s record; an erased one is missing. */
export function useUnlessErased<Row>(id: string, path: string, read: (path: string) => Promise<Row>) {
  const erased = useAtomValue(erasedAtom).has(id)
  const answer = useRecord(erased ? null : path, read)
  return { ...answer, isMissing: erased || answer.isMissing }
}

const pathOf = (id: string) => `/api/admin/customers/${encodeURIComponent(id)}`

export const useCustomer = (id: string) => useUnlessErased(id, pathOf(id), readAs(customerDetail))

export function useEndSessions(id: string) {
  const { mutate } = useSWRConfig()
  return () => consoleCommand('DELETE', `${pathOf(id)}/sessions`, undefined).finally(() => mutate(pathOf(id)))
}
