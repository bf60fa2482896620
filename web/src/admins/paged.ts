import { useCallback } from 'react'
import useSWRInfinite from 'swr/infinite'
import type { z } from 'zod'
import { consoleCall } from './console-call.ts'
import { readFailure, useFailureToast } from './console-data.ts'

type Page = { next: string | null }

/**
 * The pages of a list that were read so far, each checked against its schema; another address is another list.
 * @param path with the filters, without cursor and limit
 */
export function usePages<Answer extends Page>(path: string, schema: z.ZodType<Answer>, limit = 50) {
  const fail = useFailureToast()
  const { data, error, isValidating, setSize, mutate } = useSWRInfinite<Answer, Error>(
    (at: number, before: Answer | null) => {
      if (before && before.next === null) return null
      return pageAddress(path, { limit, cursor: at === 0 ? null : (before?.next ?? null) })
    },
    async (address: string) => schema.parse(await consoleCall('GET', address)),
    {
      // A page further down stays as it is; what is new comes at the top.
      revalidateAll: false,
      revalidateFirstPage: false,
      // A page that came is another one. By default all rows of a list are written out and compared with each page more.
      compare: Object.is,
      onError: failure => fail(failure, readFailure(failure)),
    },
  )
  const pages = data ?? []
  return {
    pages,
    /** Nothing has come yet, not even a failure. */
    isFirst: data === undefined && error === undefined,
    error,
    isValidating,
    isWhole: pages.at(-1)?.next === null,
    /** The next page: also, once more, the one that has failed. */
    more: () => setSize(pages.length + 1),
    mutate: () => mutate(),
    /** Reads the first page anew, and forgets those behind it. */
    restart: useCallback(async () => {
      await setSize(1)
      await mutate()
    }, [setSize, mutate]),
  }
}

function pageAddress(path: string, { limit, cursor }: { limit: number; cursor: string | null }): string {
  const [address = '', query = ''] = path.split('?')
  const params = new URLSearchParams(query)
  params.set('limit', String(limit))
  if (cursor !== null) params.set('cursor', cursor)
  return `${address}?${params}`
}
