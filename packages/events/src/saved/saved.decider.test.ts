import { specify } from '../testing/given.ts'
import { savedDecider } from './saved.decider.ts'

const segment = { kind: 'segment', name: 'Da Google', definition: { filters: [] } }
const other = { ...segment, name: 'Da Bing' }
const saved = { type: 'DefinitionSaved', data: segment } as const
const deleted = { type: 'DefinitionDeleted', data: {} } as const
const definitions = specify(savedDecider)

test('a definition is saved once, changed and deleted', () => {
  const changed = { type: 'DefinitionChanged', data: other } as const
  definitions.after([], { type: 'SaveDefinition', saved: segment }).records(saved)
  for (const history of [[saved], [saved, deleted]])
    definitions.after(history, { type: 'SaveDefinition', saved: segment }).records()
  definitions.after([saved], { type: 'ChangeDefinition', saved: other }).records(changed)
  definitions.after([saved, changed], { type: 'DeleteDefinition', kind: 'segment' }).records(deleted)
})

test('a change that changes nothing records nothing', () =>
  definitions.after([saved], { type: 'ChangeDefinition', saved: { ...segment } }).records())

test('what was deleted, was never saved or is of another kind cannot be changed or deleted', () => {
  const deletion = { type: 'DeleteDefinition', kind: 'segment' } as const
  for (const command of [deletion, { type: 'ChangeDefinition', saved: other } as const]) {
    definitions.after([saved, deleted], command).refuses('deleted')
    definitions.after([], command).refuses('unknown')
  }
  definitions.after([saved], { ...deletion, kind: 'trend' }).refuses('unknown')
  const moved = { ...other, kind: 'trend' }
  definitions.after([saved], { type: 'ChangeDefinition', saved: moved }).refuses('unknown')
})
