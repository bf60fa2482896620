import { useMemo, useState } from 'react'
import { usePages } from '../parts/paged.ts'
import { rowsPage } from './event-row.ts'

const rowsAPage = 100
/** A page of fewer rows came short: the server has searched for long without filling it. */
const fewRows = 10
const mostShortPages = 5

/** The pages of the history that these filters let through, and the next ones as one scrolls. */
export function useHistory(query: string) {
  const list = usePages(`/api/admin/events?${query}`, rowsPage, rowsAPage)
  const { pages, error, isValidating, isWhole, more } = list
  // From which page on short ones count: they are asked for on their own a few times, then by a press.
  const [from, setFrom] = useState(0)
  const rows = useMemo(() => pages.flatMap(page => page.rows), [pages])
  const isStalled =
    !isWhole &&
    pages.slice(from).length >= mostShortPages &&
    pages.slice(from).slice(-mostShortPages).every(isShort)
  return {
    ...list,
    rows,
    first: pages[0],
    newest: pages.at(-1),
    isStalled,
    /** As one scrolls. */
    goOn: () => {
      if (pages.length > 0 && !isValidating && !error && !isStalled) void more()
    },
    /** As somebody asks for it. */
    insist: () => {
      setFrom(pages.length)
      void more()
    },
  }
}

const isShort = ({ rows }: { rows: readonly unknown[] }) => rows.length < fewRows
