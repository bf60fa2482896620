import { type PersonDetail, personDetail } from '@tba/events/people/views.ts'
import { twinsById } from '@tba/events/tracking/twins.ts'
import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { z } from 'zod'
import { consoleCommand, downloadFile, readAs } from '../../api/calls.ts'
import { useList } from '../../api/pages.ts'
import { isNotFound, useRecord } from '../../api/reads.ts'
import { rowOf } from '../../history/history-data.ts'
import { useFilters, useTypedFilter } from '../../parts/filters/filters.ts'
import { personAddress } from '../../parts/words/links.tsx'
import { erasedAtom } from '../people-data.ts'

export const pathOf = (id: string) => `/api${personAddress(id)}`

const personPage = personDetail.transform(person => ({ ...person, next: person.history.next }))

/**
 * The person of today, and their history as far as it was read, oldest first.
 * @param id of the person, or of one of their parts
 */
export function usePersonHistory(id: string) {
  const list = useList(`${pathOf(id)}?limit=200`, personPage, ({ history }) => history.events)
  const erased = useAtomValue(erasedAtom)
  const { pages, error } = list
  const rows = useMemo(() => {
    const all = pages.flatMap(({ history }) => history.events.map(rowOf))
    const twins = new Set(twinsById(all).values())
    return all.filter(row => !twins.has(row))
  }, [pages])
  const [first] = pages
  const parts = first?.parts.filter(part => !erased.has(part.id)) ?? []
  const isMissing = erased.has(id) || isNotFound(error) || (first !== undefined && parts.length === 0)
  return { ...list, data: first && { ...first, parts, rows }, isMissing }
}

/** The account’s value, else that of the latest request with one. */
export function latest(parts: PersonDetail['parts'], of: 'name' | 'email' | 'phone'): string | null {
  const account = parts.find(({ kind }) => kind === 'account')
  return account?.[of] ?? parts.findLast(part => part[of] !== null)?.[of] ?? null
}

/** The person as they were. The last answer stays while another one is read. An empty query is today. */
export function usePersonAt(id: string, query: string) {
  const path = query === '' ? null : `${pathOf(id)}?${query}&limit=1`
  const answer = useRecord(path, readAs(personDetail), { keepPreviousData: true })
  return { ...answer, data: path === null || answer.isMissing ? undefined : answer.data }
}

/** Browsers limit changes of the address, and each read is costly. */
const addressDelayMs = 200

/** From when the person is shown: after an event, or at a time. The address has it. */
export function useWhen() {
  const filters = useFilters()
  const at = filters.get('at')
  const [asOf, setAsOf] = useTypedFilter(
    { get: filters.get, set: (name, value) => filters.setAll({ at: '', [name]: value }) },
    'asOf',
    addressDelayMs,
  )
  return {
    asOf,
    at: asOf === '' ? at : '',
    query: filters.queryOf(filters.get('asOf') === '' ? ['at'] : ['asOf']),
    /** Empty: today. */
    chooseEvent(position: string) {
      setAsOf(position)
      if (at !== '') filters.setAll({ at: '', asOf: position })
    },
    chooseTime(time: string) {
      setAsOf('')
      filters.setAll({ asOf: '', at: time })
    },
  }
}
export type When = ReturnType<typeof useWhen>

const post = (id: string, what: string, body: object) =>
  consoleCommand<unknown>('POST', `${pathOf(id)}/${what}`, body)

export const joinPerson = (id: string, other: string) => post(id, 'join', { other })
export const separatePart = (id: string, stream: string) => post(id, 'part', { stream })

const receipt = z.object({ receipt: z.string() })

/** @returns the number of the receipt */
export async function eraseParts(id: string, parts: readonly string[], confirmation: string) {
  return receipt.parse(await post(id, 'erase', { parts, confirmation })).receipt
}

/** @returns the name of the file; null after a sign-out */
export const exportParts = (id: string, parts: readonly string[], format: 'json' | 'html') =>
  downloadFile(`${pathOf(id)}/export`, { parts, format })

/** Older lists must not show what was erased. */
export function useHideErased() {
  const setErased = useSetAtom(erasedAtom)
  return (ids: readonly string[]) => setErased(before => new Set([...before, ...ids]))
}
