import type { PathStep } from '@tba/events/paths/path-step.ts'
import { otherBranches, type PathNode } from '@tba/events/paths/views.ts'
import { ended } from './count-paths.ts'
import { type Branch, branchKey, type Counted, type KeyOf } from './tree.ts'
import { wayKey } from './way-key.ts'

type Steps = { steps: readonly PathStep[]; keyOf: KeyOf; depth: number }

type Place = { before: number; way: string; level: number }

/** A tree as the call answers with it. */
export function treeNode(root: Counted, steps: Steps): PathNode {
  const nodeOf = ({ branch, count, next }: Counted, { before, way, level }: Place): PathNode => ({
    ...said(branch, steps),
    count,
    share: before === 0 ? 0 : Math.round((count / before) * 1_000) / 10,
    way,
    isCut: next === null && level < steps.depth && branch !== ended && branch !== 'others',
    next: (next ?? []).map(each =>
      nodeOf(each, {
        before: count,
        way: wayKey(way, branchKey(each.branch, steps.keyOf)),
        level: level + 1,
      }),
    ),
  })
  return nodeOf(root, { before: root.count, way: '', level: 0 })
}

function said(branch: Branch, { steps }: Steps): PathStep | Pick<PathNode, 'event' | 'where' | 'name'> {
  if (branch === 'others') return { event: otherBranches, where: [], name: null }
  return steps[branch] ?? { event: null, where: [], name: null }
}
