import { expect, test } from 'vitest'
import { specify } from '../testing/given.ts'
import { saveView } from './commands.ts'
import { historyViewDecider } from './history-view.decider.ts'

const view = { name: 'Contatti di oggi', filters: { type: ['LeadSubmitted', 'LeadErased'], q: 'hero' } }
const saved = { type: 'HistoryViewSaved', data: view } as const
const deleted = { type: 'HistoryViewDeleted', data: {} } as const
const renamed = { type: 'HistoryViewRenamed', data: { name: 'Contatti' } } as const
const views = specify(historyViewDecider)

test('saves a view once, however often the call is repeated', () => {
  views.given([]).when({ type: 'SaveHistoryView', view }).records(saved)
  views.given([saved]).when({ type: 'SaveHistoryView', view }).records()
})

test('a new name renames it, new filters save it again, and no change records nothing', () => {
  const change = (changed: object) =>
    views.given([saved]).when({ type: 'ChangeHistoryView', view: { ...view, ...changed } })
  change({ name: 'Contatti' }).records(renamed)
  change({ filters: { q: 'footer' } }).records({ ...saved, data: { ...view, filters: { q: 'footer' } } })
  change({ filters: { q: 'hero', type: ['LeadErased', 'LeadSubmitted'] } }).records()
  views
    .given([saved, renamed])
    .when({ type: 'ChangeHistoryView', view: { ...view, name: 'Contatti' } })
    .records()
})

test('a deleted or unknown view can be neither changed nor deleted', () => {
  views.given([saved]).when({ type: 'DeleteHistoryView' }).records(deleted)
  for (const command of [{ type: 'DeleteHistoryView' }, { type: 'ChangeHistoryView', view }] as const) {
    views.given([saved, deleted]).when(command).refuses('deleted')
    views.given([]).when(command).refuses('unknown')
  }
})

test.each([
  ['without a name', { name: '  ', filters: {} }, 'Nome richiesto'],
  [
    'with a name that nobody reads to its end',
    { name: 'x'.repeat(81), filters: {} },
    'Al massimo 80 caratteri',
  ],
  ['with a date that is none', { name: 'x', filters: { from: '2026-13-99' } }, 'Data non valida'],
  ['with an order that is none', { name: 'x', filters: { order: 'up' } }, 'Ordine non valido'],
  ['with a cursor', { name: 'x', filters: { cursor: 'abc' } }, null],
])('refuses a view %s', (_how, body, message) => {
  const { success, error } = saveView.safeParse(body)
  expect(success).toBe(false)
  if (message) expect(error?.issues.map(issue => issue.message)).toEqual([message])
})

test('accepts a single type without a list, and removes duplicates', () => {
  const typesOf = (type: string | string[]) => saveView.parse({ name: 'x', filters: { type } }).filters.type
  expect(typesOf('LeadSubmitted')).toEqual(['LeadSubmitted'])
  expect(typesOf(['B', 'A', 'B'])).toEqual(['A', 'B'])
})
