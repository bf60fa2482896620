import { type Decider, refuse } from '../decider.ts'
import type { SavedEvent } from './events.ts'

export type Saved = Extract<SavedEvent, { type: 'DefinitionSaved' }>['data']

export type SavedCommand =
  | { type: 'SaveDefinition'; saved: Saved }
  | { type: 'ChangeDefinition'; saved: Saved }
  | { type: 'DeleteDefinition'; kind: string }

export const savedDecider: Decider<
  Saved | 'unknown' | 'deleted',
  SavedCommand,
  SavedEvent,
  'unknown' | 'deleted'
> = {
  initial: 'unknown',
  decide(state, command) {
    // A retry has the same id, and saves nothing.
    if (command.type === 'SaveDefinition')
      return state === 'unknown' ? [{ type: 'DefinitionSaved', data: command.saved }] : []
    if (state === 'unknown' || state === 'deleted') return refuse(state)
    const kind = command.type === 'DeleteDefinition' ? command.kind : command.saved.kind
    if (state.kind !== kind) return refuse('unknown')
    if (command.type === 'DeleteDefinition') return [{ type: 'DefinitionDeleted', data: {} }]
    return JSON.stringify(state) === JSON.stringify(command.saved)
      ? []
      : [{ type: 'DefinitionChanged', data: command.saved }]
  },
  evolve: (_, event) => (event.type === 'DefinitionDeleted' ? 'deleted' : event.data),
}
