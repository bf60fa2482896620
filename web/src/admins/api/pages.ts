import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import useSWRInfinite from 'swr/infinite'
import type { z } from 'zod'
import { hasStatus } from '../../api/http.ts'
import { consoleCall, consolePoll } from './calls.ts'
import { askQuestion } from './long-questions.ts'
import { isNotFound, readFailure, useFailureToast } from './reads.ts'

type Page = { next: string | null }

type PageRequest = { limit: number; cursor: string | null; isAutomatic?: boolean }

export function readPage(path: string, { limit, cursor, isAutomatic }: PageRequest): Promise<unknown> {
  const [address = '', query = ''] = path.split('?')
  const params = new URLSearchParams(query)
  // The address may ask for larger pages.
  if (!params.has('limit')) params.set('limit', String(limit))
  if (cursor !== null) params.set('cursor', cursor)
  const page = `${address}?${params}`
  return isAutomatic ? consolePoll(page) : consoleCall('GET', page)
}

/** The same for a list whose request is a body: JSON. */
export const askPage =
  (path: string) =>
  (request: string, { limit, cursor }: PageRequest) =>
    askQuestion(path, JSON.stringify({ ...JSON.parse(request), limit, ...(cursor !== null && { cursor }) }))

const maxRows = 200

/** The pages of a list that were read so far. Another request is another list. */
export function usePages<Answer extends Page>(
  request: string,
  schema: z.ZodType<Answer>,
  { limit = 50, read = readPage, isAutomatic = false } = {},
) {
  const fail = useFailureToast()
  const { data, error, isValidating, setSize, mutate } = useSWRInfinite<Answer, Error>(
    (at: number, before: Answer | null) =>
      before && before.next === null ? null : [request, at === 0 ? null : (before?.next ?? null)],
    async ([, cursor]: [string, string | null]) =>
      schema.parse(await read(request, { limit, cursor, isAutomatic })),
    {
      // Later pages do not change: new rows come at the top.
      revalidateAll: false,
      revalidateFirstPage: false,
      // Otherwise SWR would compare all rows of the list at each page.
      compare: Object.is,
      // The page tells it. A toast would come again and again.
      onError: failure => isAutomatic || isNotFound(failure) || fail(failure, readFailure(failure)),
    },
  )
  const pages = data ?? []
  const restart = useCallback(async () => {
    // First: otherwise a list at its end would request the next page of the old list.
    void setSize(1)
    await mutate()
  }, [setSize, mutate])
  return {
    pages,
    isLoading: data === undefined && error === undefined,
    error,
    isValidating,
    isComplete: pages.at(-1)?.next === null,
    /** The next page. After a failure, all pages again; if a cursor is refused, the list starts again. */
    more() {
      if (!error) return setSize(pages.length + 1)
      return isRefused(error) ? restart() : mutate()
    },
    mutate: () => mutate(),
    async readAll() {
      const allPages: Answer[] = []
      for (let cursor: string | null = null; allPages.length === 0 || cursor !== null; ) {
        const page: Answer = schema.parse(await read(request, { limit: maxRows, cursor }))
        allPages.push(page)
        cursor = page.next
      }
      return allPages
    },
    restart,
  }
}

/** A list that keeps its rows while the next request runs, and reads again when the page is opened again. */
export const useList = <Answer extends Page, Row>(
  path: string,
  schema: z.ZodType<Answer>,
  rowsOf: (page: Answer) => readonly Row[],
) => useKeptRows(path, usePages(path, schema), rowsOf)

type Pages<Answer extends Page> = Omit<ReturnType<typeof usePages>, 'pages' | 'readAll'> & { pages: Answer[] }

export function useKeptRows<Answer extends Page, Row>(
  path: string,
  list: Pages<Answer>,
  rowsOf: (page: Answer) => readonly Row[],
) {
  const [lastPages, setLastPages] = useState(list.pages)
  if (list.pages.length > 0 && list.pages !== lastPages) setLastPages(list.pages)
  const revalidate = useEffectEvent(() => void (list.pages.length > 0 && list.mutate()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another list.
  useEffect(() => {
    revalidate()
  }, [path])
  const pages = list.isLoading ? lastPages : list.pages
  return { ...list, pages, rows: pages.flatMap(rowsOf), isLoading: list.isLoading && lastPages.length === 0 }
}

/** A restored log has other positions: old cursors are refused. */
const isRefused = (error: Error) => hasStatus(error, 400)
