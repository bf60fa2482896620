import { test } from 'vitest'
import { specify } from '../testing/given.ts'
import { historyViewDecider } from './history-view.decider.ts'

const { given } = specify(historyViewDecider)
const view = { name: 'Contatti', filters: { type: ['A', 'B'], from: '2026-01-01', q: 'x' } }
const saved = { type: 'HistoryViewSaved', data: view } as const
const renamed = { type: 'HistoryViewRenamed', data: { name: 'Altri' } } as const
const deleted = { type: 'HistoryViewDeleted', data: {} } as const
const save = { type: 'SaveHistoryView', view } as const
const change = { type: 'ChangeHistoryView', view } as const

test('a view is saved once, and a rename is told from other filters', () => {
  given([]).when(save).records(saved)
  for (const after of [[saved], [saved, deleted]]) given(after).when(save).records()
  const sameFilters = { q: 'x', from: '2026-01-01', type: ['B', 'A'], to: undefined }
  given([saved, renamed])
    .when({ ...change, view: { ...view, filters: sameFilters, name: 'Altri' } })
    .records()
  given([saved])
    .when({ ...change, view: { ...view, name: 'Altri' } })
    .records(renamed)
  for (const filters of [
    { ...view.filters, q: 'y' },
    { ...view.filters, type: ['A'] },
  ])
    given([saved])
      .when({ ...change, view: { ...view, filters } })
      .records({ type: 'HistoryViewSaved', data: { ...view, filters } })
})

test('a view that was deleted, or never saved, cannot be changed or deleted', () => {
  const remove = { type: 'DeleteHistoryView' } as const
  given([saved]).when(remove).records(deleted)
  for (const command of [change, remove]) {
    given([saved, deleted]).when(command).refuses('deleted')
    given([]).when(command).refuses('unknown')
  }
})
