import { saveQuery, type sqlQuery } from '@tba/events/queries/commands.ts'
import { sqlResult } from '@tba/events/queries/views.ts'
import { savedRow } from '@tba/events/saved/row.ts'
import { z } from 'zod'
import { askConsole, downloadFile } from '../api/calls.ts'
import { alwaysFresh, useView } from '../api/reads.ts'
import { savedAt } from '../api/saved.ts'

export type SqlQuestion = z.infer<typeof sqlQuery>
export type Parameters = NonNullable<SqlQuestion['parameters']>

export async function runSql(question: SqlQuestion, signal: AbortSignal) {
  const { view } = await askConsole('/api/admin/sql', JSON.stringify(question), signal)
  return sqlResult.parse(view)
}

export const exportSql = (question: SqlQuestion, format: 'csv' | 'parquet') =>
  downloadFile(`/api/admin/sql/export?format=${format}`, question)

const path = '/api/admin/queries'
const savedQueries = z.object({
  queries: z.array(savedRow.extend(saveQuery.shape)),
  next: z.string().nullable(),
})

export const useSavedQueries = () => useView(`${path}?limit=200`, savedQueries, alwaysFresh)

export const { save: saveSql, remove: deleteSql } = savedAt<z.infer<typeof saveQuery>>(path)

export const isNumeric = (type: string) => /INT|DECIMAL|DOUBLE|FLOAT/.test(type)

/** Columns may have the same name, and rows the same content: their place is their key. */
export const placed = <Item>(items: readonly Item[]) => items.map((item, at) => ({ item, at }))

/** The names in `{{…}}`, each once. Inside quotes they are text, which the server knows better: a needless value does no harm. */
export const namesIn = (query: string): string[] => [
  ...new Set([...query.matchAll(/\{\{(\w{1,40})\}\}/g)].map(([, name = '']) => name)),
]
