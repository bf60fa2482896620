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

/** As many as a call answers with. */
const mostRows = 200

/**
 * The pages of a list that were read so far, each checked against its schema; what is asked otherwise is another list.
 * @param asked with the filters, without cursor and limit: an address, or what `read` makes a call of
 */
export function usePages<Answer extends Page>(
  asked: string,
  schema: z.ZodType<Answer>,
  { limit = 50, read = readPage } = {},
) {
  const fail = useFailureToast()
  const [failed, setFailed] = useState<string | null>(null)
  const hasCome = useRef(false)
  const first = `${asked} `
  const { data, error, isValidating, setSize, mutate } = useSWRInfinite<Answer, Error>(
    (at: number, before: Answer | null) =>
      before && before.next === null ? null : [asked, at === 0 ? null : (before?.next ?? null)],
    async ([, cursor]: [string, string | null]) => {
      const place = `${asked} ${cursor ?? ''}`
      try {
        const answer = schema.parse(await read(asked, { limit, cursor }))
        setFailed(before => (before === place ? null : before))
        return answer
      } catch (failure) {
        setFailed(place)
        throw failure
      }
    },
    {
      // A page further down stays as it is; what is new comes at the top.
      revalidateAll: false,
      revalidateFirstPage: false,
      // A page that came is another one. By default all rows of a list are written out and compared with each page more.
      compare: Object.is,
      // Where nothing came yet, the list's own place says it.
      onError: failure => hasCome.current && fail(failure, readFailure(failure)),
    },
  )
  const pages = data ?? []
  useEffect(() => {
    hasCome.current = data !== undefined
  }, [data])
  const restart = useCallback(async () => {
    // At once: between the two, a list that is scrolled to its end would ask for the next page of before.
    void setSize(1)
    await mutate()
  }, [setSize, mutate])
  const isFirstFailed = failed === first
  return {
    pages,
    /** Nothing has come yet, not even a failure. */
    isFirst: data === undefined && error === undefined,
    error,
    /** The first page could not be read, and not since either: those that are shown are of before. */
    isFirstFailed,
    isValidating,
    isWhole: pages.at(-1)?.next === null,
    /** The next page: also, once more, the one that has failed; where the place that it begins at is refused, all anew. */
    more: () => (error && (isFirstFailed || isRefused(error)) ? restart() : setSize(pages.length + 1)),
    mutate: () => mutate(),
    /** Every page, read for a file. */
    async all() {
      const whole: Answer[] = []
      for (let cursor: string | null = null; whole.length === 0 || cursor !== null; ) {
        const page: Answer = schema.parse(await read(asked, { limit: mostRows, cursor }))
        whole.push(page)
        cursor = page.next
      }
      return whole
    },
    /** Reads the first page anew, and forgets those behind it. */
    restart,
  }
}

/**
 * A list whose rows stay on the page while others are asked for. It is read again when somebody comes back to it.
 * @param rowsOf the rows of a page
 */
export function useList<Answer extends Page, Row>(
  path: string,
  schema: z.ZodType<Answer>,
  rowsOf: (page: Answer) => readonly Row[],
) {
  const list = usePages(path, schema)
  const [held, setHeld] = useState(list.pages)
  if (list.pages.length > 0 && list.pages !== held) setHeld(list.pages)
  const comeBack = useEffectEvent(() => void (list.pages.length > 0 && list.mutate()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another list.
  useEffect(() => {
    comeBack()
  }, [path])
  const pages = list.isFirst ? held : list.pages
  return { ...list, pages, rows: pages.flatMap(rowsOf), isFirst: list.isFirst && held.length === 0 }
}

/** The log was put back to an earlier state: its places are others now. */
const isRefused = (error: Error) => hasStatus(error, 400)
