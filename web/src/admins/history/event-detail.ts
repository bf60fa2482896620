import { historyDetail } from '@tba/events/history/views.ts'
import useSWR from 'swr'
import { consoleCall } from '../console-call.ts'

/** One event with what caused it and what it caused; a failure is shown where it would stand. */
export const useEventDetail = (id: string) =>
  useSWR(`/api/admin/events/${encodeURIComponent(id)}`, async (path: string) =>
    historyDetail.parse(await consoleCall('GET', path)),
  )
