import { savedRow } from '@tba/events/saved/row.ts'
import type { TrendDefinition } from '@tba/events/trends/definition.ts'
import { savedTrend, trendResult } from '@tba/events/trends/views.ts'
import { z } from 'zod'
import { alwaysFresh, useQuestion, useView } from '../api/reads.ts'
import { savedAt } from '../api/saved.ts'

const path = '/api/admin/trends'

export const useTrend = (definition: TrendDefinition | null) =>
  useQuestion(`${path}/run`, definition, trendResult, { keepPreviousData: true })

const trends = z.object({ trends: z.array(savedRow.extend(savedTrend.shape)), next: z.string().nullable() })
type SavedTrend = z.infer<typeof trends>['trends'][number]
export const addressOf = ({ definition }: SavedTrend) =>
  `/admin/trends?${new URLSearchParams({ definition: JSON.stringify(definition) })}`
export const useSavedTrends = () => useView(`${path}?limit=200`, trends, alwaysFresh)
const saved = savedAt(path)
export const saveTrend = (name: string, definition: TrendDefinition) =>
  saved.save(null, { name, ...definition })
export const deleteTrend = saved.remove
