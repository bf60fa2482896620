import { type Decider, refuse } from '../decider.ts'
import type { HistoryViewEvent } from './events.ts'

type Saved = Extract<HistoryViewEvent, { type: 'HistoryViewSaved' }>['data']

export type HistoryViewCommand =
  | { type: 'SaveHistoryView'; view: Saved }
  | { type: 'ChangeHistoryView'; view: Saved }
  | { type: 'DeleteHistoryView' }

export type HistoryViewState = Saved | 'unknown' | 'deleted'

export const historyViewDecider: Decider<
  HistoryViewState,
  HistoryViewCommand,
  HistoryViewEvent,
  'unknown' | 'deleted'
> = {
  initial: 'unknown',
  decide(state, command) {
    // A retry has the same id, and saves nothing.
    if (command.type === 'SaveHistoryView')
      return state === 'unknown' ? [{ type: 'HistoryViewSaved', data: command.view }] : []
    if (state === 'unknown' || state === 'deleted') return refuse(state)
    switch (command.type) {
      case 'ChangeHistoryView': {
        const { view } = command
        if (!areEqual(state.filters, view.filters)) return [{ type: 'HistoryViewSaved', data: view }]
        return state.name === view.name ? [] : [{ type: 'HistoryViewRenamed', data: { name: view.name } }]
      }
      case 'DeleteHistoryView':
        return [{ type: 'HistoryViewDeleted', data: {} }]
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'HistoryViewSaved':
        return event.data
      case 'HistoryViewRenamed':
        return typeof state === 'object' ? { ...state, ...event.data } : state
      case 'HistoryViewDeleted':
        return 'deleted'
    }
  },
}

/** Whether two views are equal, ignoring the order of their filters and types. */
export function areEqual(one: Saved['filters'], other: Saved['filters']): boolean {
  return canonical(one) === canonical(other)
}

function canonical(filters: Saved['filters']): string {
  const { type, ...single } = filters
  const entries = Object.entries(single).filter(([, value]) => value !== undefined)
  return JSON.stringify([[...(type ?? [])].sort(), entries.sort(([a], [b]) => (a < b ? -1 : 1))])
}
