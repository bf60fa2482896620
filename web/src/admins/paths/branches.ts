import { otherBranches, type PathNode } from '@tba/events/paths/views.ts'
import { eventName } from '../parts/words/event-kind.tsx'
import { planWord, stepWord, trackedName } from '../parts/words/labels.ts'

const choices = new Map([
  ['all', 'Accettato'],
  ['none', 'Rifiutato'],
])

type Named = Pick<PathNode, 'event' | 'where' | 'name'>

/** A step in Italian: its kind, and what tells it from others of that kind. */
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

/** A branch that is in sight, and where it stands. */
export type Branch = {
  node: PathNode
  level: number
  /** The one that it comes out of; null at the root. */
  parent: Branch | null
  isOpen: boolean
}

/** The branch of a way, folded or not; null: the tree has none. */
export function nodeAt(node: PathNode, way: string): PathNode | null {
  if (node.way === way) return node
  for (const next of node.next) {
    const found = nodeAt(next, way)
    if (found) return found
  }
  return null
}

/** At first the root is open, and of each open branch the most frequent one that leads on. */
const isOpenAtFirst = (node: PathNode, parent: Branch | null) =>
  parent === null || parent.node.next.find(({ next }) => next.length > 0) === node

/**
 * The tree as it is read from top to bottom, without what is folded.
 * @param isTurned whether a branch stands otherwise than at first
 */
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
