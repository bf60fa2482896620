import { otherBranches, type PathNode } from '@tba/events/paths/views.ts'
import { eventName } from '../parts/words/event-kind.tsx'
import { planWord, stepWord, trackedName } from '../parts/words/labels.ts'

const choices = new Map([
  ['all', 'Accettato'],
  ['none', 'Rifiutato'],
])

type Named = Pick<PathNode, 'event' | 'where' | 'name'>

/** The kind of a step, and its detail. */
export function stepName(
  { event, where, name }: Named,
  direction: 'next' | 'previous',
): { kind: string; detail: string | null } {
  if (event === null)
    return { kind: direction === 'next' ? 'Fine della visita' : 'Inizio della visita', detail: null }
  if (event === otherBranches) return { kind: 'Altri passi', detail: null }
  const tracked = where.find(({ field }) => field === 'eventType' || field === 'eventName')?.value
  if (!tracked)
    return { kind: eventName(event), detail: name && planWord(stepWord(choices.get(name) ?? name)) }
  return { kind: trackedName(String(tracked)), detail: name }
}

export type Branch = {
  node: PathNode
  level: number
  parent: Branch | null
  isOpen: boolean
}

/** Also in closed branches. */
export function nodeAt(node: PathNode, way: string): PathNode | null {
  if (node.way === way) return node
  for (const next of node.next) {
    const found = nodeAt(next, way)
    if (found) return found
  }
  return null
}

/** By default the root is open, and in each branch the most frequent child that goes on. */
const isOpenAtFirst = (node: PathNode, parent: Branch | null) =>
  parent === null || parent.node.next.find(({ next }) => next.length > 0) === node

/** The visible branches from top to bottom. `isTurned`: not in its default state. */
export function shownBranches(tree: PathNode, isTurned: (way: string) => boolean): Branch[] {
  const shown: Branch[] = []
  function add(node: PathNode, parent: Branch | null) {
    const isOpen = node.next.length > 0 && isOpenAtFirst(node, parent) !== isTurned(node.way)
    const branch = { node, level: parent === null ? 0 : parent.level + 1, parent, isOpen }
    shown.push(branch)
    if (isOpen) for (const next of node.next) add(next, branch)
  }
  add(tree, null)
  return shown
}
