import { savedRow } from '@tba/events/saved/row.ts'
import type { TrendDefinition } from '@tba/events/trends/definition.ts'
import { savedTrend, trendResult } from '@tba/events/trends/views.ts'
import { useEffect, useRef } from 'react'
import useSWR from 'swr'
import { z } from 'zod'
import { consoleCommand } from '../api/calls.ts'
import { askQuestion } from '../api/long-questions.ts'
import { alwaysFresh, useView } from '../api/reads.ts'

const path = '/api/admin/trends'

/** A new definition cancels the running count. */
export function useTrend(definition: TrendDefinition | null) {
  const body = definition && JSON.stringify(definition)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  return useSWR(
    body === null ? null : ['trend', body],
    async () => {
      running.current?.abort()
      running.current = new AbortController()
      const answer = await askQuestion(`${path}/run`, body, running.current.signal)
      return { view: trendResult.parse(answer), readAt: new Date() }
    },
    { shouldRetryOnError: false, keepPreviousData: true },
  )
}

const trends = z.object({ trends: z.array(savedRow.extend(savedTrend.shape)), next: z.string().nullable() })
type SavedTrend = z.infer<typeof trends>['trends'][number]
export const addressOf = ({ definition }: SavedTrend) =>
  `/admin/trends?${new URLSearchParams({ definition: JSON.stringify(definition) })}`
export const useSavedTrends = () => useView(`${path}?limit=200`, trends, alwaysFresh)
export const saveTrend = (name: string, definition: TrendDefinition) =>
  consoleCommand('POST', path, { name, ...definition })
export const deleteTrend = (id: string) => consoleCommand('DELETE', `${path}/${id}`, undefined)
