import { type VisitDetail, visitDetail } from '@tba/events/visits/views.ts'
import useSWR from 'swr'
import { HttpError } from '../../shell/http.ts'
import { consoleCall } from '../console-call.ts'
import { readAgain, readFailure, useFailureToast } from '../console-data.ts'

/** One has at most 2,000 events of its own, so that nearly all come in one part. */
const mostParts = 5

const isNothing = (error: unknown) => error instanceof HttpError && error.status === 404

/** A visit with all its events. That there is none is no failure to be told in a toast. */
export function useVisit(id: string) {
  const fail = useFailureToast()
  const answer = useSWR<VisitDetail, Error>(
    `/api/admin/visits/${encodeURIComponent(id)}`,
    async (path: string) => {
      const read = async (address: string) => visitDetail.parse(await consoleCall('GET', address))
      const whole = await read(path)
      for (let parts = 1; whole.next !== null && parts < mostParts; parts++) {
        const part = await read(`${path}?cursor=${encodeURIComponent(whole.next)}`)
        whole.events.push(...part.events)
        whole.next = part.next
      }
      return whole
    },
    {
      ...readAgain,
      revalidateOnFocus: false,
      onError: error => isNothing(error) || fail(error, readFailure(error)),
    },
  )
  return { ...answer, isGone: isNothing(answer.error) }
}
