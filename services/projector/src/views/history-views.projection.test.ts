import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { rowsAfter } from '../testing/rows-after.ts'
import { historyViews } from './history-views.projection.ts'

const id = '0198a000-0000-7000-8000-0000000000aa'
const when = (recordedAt: string) => ({ stream: streams.historyView(id), recordedAt })
const saved = (name: string, at: string) =>
  happened('HistoryViewSaved', { name, filters: { q: 'hero' } }, when(at))

test('a view is what was saved last, under the last name, with whoever gave it', () => {
  const [first, second] = ['2026-01-01T10:00:00.000Z', '2026-01-02T10:00:00.000Z']
  const renamed = happened('HistoryViewRenamed', { name: 'Apertura' }, when(second))
  const by = { ...renamed, metadata: { ...renamed.metadata, actor: 'admin:altra' } }
  expect(rowsAfter(historyViews, [saved('Prima', first), by])).toEqual([
    {
      ...{ id, name: 'Apertura', filters: { q: 'hero' }, savedBy: 'admin:altra', savedAt: second },
      position: renamed.position,
    },
  ])
})

test('a deleted view is gone', () => {
  const at = '2026-01-01T10:00:00.000Z'
  const deleted = happened('HistoryViewDeleted', {}, when(at))
  expect(rowsAfter(historyViews, [saved('Prima', at), deleted])).toEqual([])
})
