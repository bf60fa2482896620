import { specify } from '../testing/given.ts'
import { historyViewDecider } from './history-view.decider.ts'

const { after } = specify(historyViewDecider)
const view = { name: 'Contatti', filters: { type: ['A', 'B'], from: '2026-01-01', q: 'x' } }
const saved = { type: 'HistoryViewSaved', data: view } as const
const renamed = { type: 'HistoryViewRenamed', data: { name: 'Altri' } } as const
const deleted = { type: 'HistoryViewDeleted', data: {} } as const
const save = { type: 'SaveHistoryView', view } as const
const change = { type: 'ChangeHistoryView', view } as const

test('a view is saved once, and a rename is told from other filters', () => {
  after([], save).records(saved)
  for (const history of [[saved], [saved, deleted]]) after(history, save).records()
  const sameFilters = { q: 'x', from: '2026-01-01', type: ['B', 'A'], to: undefined }
  after([saved, renamed], { ...change, view: { ...view, filters: sameFilters, name: 'Altri' } }).records()
  after([saved], { ...change, view: { ...view, name: 'Altri' } }).records(renamed)
  for (const filters of [
    { ...view.filters, q: 'y' },
    { ...view.filters, type: ['A'] },
  ])
    after([saved], { ...change, view: { ...view, filters } }).records({
      type: 'HistoryViewSaved',
      data: { ...view, filters },
    })
})

test('a view that was deleted, or never saved, cannot be changed or deleted', () => {
  const remove = { type: 'DeleteHistoryView' } as const
  after([saved], remove).records(deleted)
  for (const command of [change, remove]) {
    after([saved, deleted], command).refuses('deleted')
    after([], command).refuses('unknown')
  }
})
