import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import useSWRInfinite from 'swr/infinite'
import type { z } from 'zod'
import { hasStatus } from '../../api/http.ts'
import { consoleCall } from './calls.ts'
import { readFailure, useFailureToast } from './reads.ts'

type Page = { next: string | null }

export type PageRequest = { limit: number; cursor: string | null }

export function readPage(path: string, { limit, cursor }: PageRequest): Promise<unknown> {
  const [address = '', query = ''] = path.split('?')
  const params = new URLSearchParams(query)
  params.set('limit', String(limit))
  if (cursor !== null) params.set('cursor', cursor)
  return consoleCall('GET', `${address}?${params}`)
}

const mostRows = 200

/** The pages of a list that were read so far. Another request is another list. */
export function usePages<Answer extends Page>(
  request: string,
  schema: z.ZodType<Answer>,
  { limit = 50, read = readPage } = {},
) {
  const fail = useFailureToast()
  const [failed, setFailed] = useState<string | null>(null)
  const hasLoaded = useRef(false)
  const first = `${request} `
  const { data, error, isValidating, setSize, mutate } = useSWRInfinite<Answer, Error>(
    (at: number, before: Answer | null) =>
      before && before.next === null ? null : [request, at === 0 ? null : (before?.next ?? null)],
    async ([, cursor]: [string, string | null]) => {
      const key = `${request} ${cursor ?? ''}`
      try {
        const answer = schema.parse(await read(request, { limit, cursor }))
        setFailed(before => (before === key ? null : before))
        return answer
      } catch (failure) {
        setFailed(key)
        throw failure
      }
    },
    {
      // Later pages do not change: new rows come at the top.
      revalidateAll: false,
      revalidateFirstPage: false,
      // Otherwise SWR would compare all rows of the list at each page.
      compare: Object.is,
      // Before the first page, the list itself shows the failure.
      onError: failure => hasLoaded.current && fail(failure, readFailure(failure)),
    },
  )
  const pages = data ?? []
  useEffect(() => {
    hasLoaded.current = data !== undefined
  }, [data])
  const restart = useCallback(async () => {
    // First: otherwise a list at its end would request the next page of the old list.
    void setSize(1)
    await mutate()
  }, [setSize, mutate])
  const isFirstFailed = failed === first
  return {
    pages,
    isFirst: data === undefined && error === undefined,
    error,
    /** The rows on the screen are older than the failed read. */
    isFirstFailed,
    isValidating,
    isWhole: pages.at(-1)?.next === null,
    /** The next page, or the failed one again. If the cursor is refused, the list starts again. */
    more: () => (error && (isFirstFailed || isRefused(error)) ? restart() : setSize(pages.length + 1)),
    mutate: () => mutate(),
    async all() {
      const whole: Answer[] = []
      for (let cursor: string | null = null; whole.length === 0 || cursor !== null; ) {
        const page: Answer = schema.parse(await read(request, { limit: mostRows, cursor }))
        whole.push(page)
        cursor = page.next
      }
      return whole
    },
    restart,
  }
}

/** A list that keeps its rows while the next request runs, and reads again when the page is opened again. */
export function useList<Answer extends Page, Row>(
  path: string,
  schema: z.ZodType<Answer>,
  rowsOf: (page: Answer) => readonly Row[],
) {
  const list = usePages(path, schema)
  const [held, setHeld] = useState(list.pages)
  if (list.pages.length > 0 && list.pages !== held) setHeld(list.pages)
  const revalidate = useEffectEvent(() => void (list.pages.length > 0 && list.mutate()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another list.
  useEffect(() => {
    revalidate()
  }, [path])
  const pages = list.isFirst ? held : list.pages
  return { ...list, pages, rows: pages.flatMap(rowsOf), isFirst: list.isFirst && held.length === 0 }
}

/** A restored log has other positions: old cursors are refused. */
const isRefused = (error: Error) => hasStatus(error, 400)
