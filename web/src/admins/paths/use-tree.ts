import { pathTree } from '@tba/events/paths/views.ts'
import useSWR from 'swr'
import { consoleCall } from '../console-call.ts'
import { readAgain, readFailure, useFailureToast } from '../console-data.ts'

/** The tree that is counted for a query; null: nothing is asked for yet. */
export function useTree(query: string | null) {
  const fail = useFailureToast()
  return useSWR(
    query === null ? null : `/api/admin/paths?${query}`,
    async (address: string) => ({
      view: pathTree.parse(await consoleCall('GET', address)),
      readAt: new Date(),
    }),
    { ...readAgain, onError: error => fail(error, readFailure(error)) },
  )
}
