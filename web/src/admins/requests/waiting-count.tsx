import { z } from 'zod'
import { count } from '../../components/format.ts'
import { usePolling } from '../api/reads.ts'
import { waitingWords } from './words.tsx'

export const requestsPage = '/admin/requests'

/** The whole answer is for the page: the header of every page would load its shapes. */
const waiting = z.object({ waiting: z.int(), overdue: z.int() })
const pollMs = 60_000

/** Beside the name of the page, in the header: how many wait, and how many of them are overdue. */
export function WaitingCount() {
  const { data } = usePolling(`/api${requestsPage}?view=today&limit=1`, waiting, pollMs)
  if (!data || data.waiting === 0) return null
  return (
    <span className="waiting-count" title={waitingWords(data)}>
      <b aria-hidden>{count(data.waiting)}</b>
      {data.overdue > 0 && (
        <b aria-hidden data-overdue>
          {count(data.overdue)}
        </b>
      )}
      <span className="visually-hidden">{`, ${waitingWords(data)}`}</span>
    </span>
  )
}
