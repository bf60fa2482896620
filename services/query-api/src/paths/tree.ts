import { otherBranches } from '@tba/events/paths/views.ts'
import { ended, type Ways } from './count-paths.ts'

/** So many branches of a node have their own place; the others are one. */
export const mostBranches = 12
/** Further branches are not followed: nobody reads so many, and each costs. */
const mostNodes = 5_000

/** Of a branch: a step's number, the end of a visit, or all steps that have no place of their own. */
export type Branch = number | 'others'
export type Counted = {
  branch: Branch
  count: number
  /** Null: not followed. */
  next: Counted[] | null
}

/** How a step's number is told from another's, whatever order they were numbered in. */
export type KeyOf = (step: number) => string

type Node = { counted: Counted; level: number; ways: Int32Array }

/** Counts the branches level by level, at each the most frequent first. */
export function treeOf(ways: Ways, keyOf: KeyOf): Counted {
  const root: Counted = { branch: ended, count: ways.count, next: null }
  const all = Int32Array.from({ length: ways.count }, (_, way) => way)
  let nodes = 1
  let level: Node[] = [{ counted: root, level: 0, ways: all }]
  while (level.length > 0) {
    const following: Node[] = []
    for (const node of level) {
      if (nodes >= mostNodes) break
      const branches = branchesOf(ways, node, keyOf)
      node.counted.next = branches.map(({ counted }) => counted)
      nodes += branches.length
      following.push(...branches.filter(isFollowed(ways)))
    }
    level = following.sort((one, other) => other.counted.count - one.counted.count)
  }
  return root
}

const isFollowed =
  ({ depth }: Ways) =>
  ({ counted: { branch }, level }: Node): boolean =>
    branch !== 'others' && branch !== ended && level < depth

/** Those who took this branch, and the one behind it, and so on. */
export function waysAlong(ways: Ways, branches: readonly string[], keyOf: KeyOf): Int32Array {
  let node: Node = {
    counted: { branch: ended, count: ways.count, next: null },
    ...{ level: 0, ways: Int32Array.from({ length: ways.count }, (_, way) => way) },
  }
  for (const key of branches) {
    const found =
      node.level < ways.depth
        ? branchesOf(ways, node, keyOf).find(({ counted }) => branchKey(counted.branch, keyOf) === key)
        : undefined
    if (!found) return new Int32Array(0)
    node = found
  }
  return node.ways
}

/** What names a branch among those beside it. */
export function branchKey(branch: Branch, keyOf: KeyOf): string {
  if (branch === 'others') return otherBranches
  return branch === ended ? 'fine' : keyOf(branch)
}

/** The most frequent first, then by their keys; what has no place of its own comes last. */
function branchesOf({ steps, depth }: Ways, { level, ways }: Node, keyOf: KeyOf): Node[] {
  const counts = new Map<number, number>()
  for (const way of ways) {
    const step = steps[way * depth + level] as number
    counts.set(step, (counts.get(step) ?? 0) + 1)
  }
  const taken = [...counts]
    .map(([branch, count]) => ({ branch, count, key: branchKey(branch, keyOf) }))
    .sort((one, other) => other.count - one.count || (one.key < other.key ? -1 : 1))
  const own = taken.slice(0, mostBranches)
  const places = new Map(own.map(({ branch, count }) => [branch, new Int32Array(count)]))
  const others = new Int32Array(taken.slice(mostBranches).reduce((sum, { count }) => sum + count, 0))
  const filled = new Map<Int32Array, number>()
  for (const way of ways) {
    const place = places.get(steps[way * depth + level] as number) ?? others
    const at = filled.get(place) ?? 0
    place[at] = way
    filled.set(place, at + 1)
  }
  const nodeOf = (branch: Branch, taking: Int32Array): Node => ({
    counted: { branch, count: taking.length, next: null },
    ...{ level: level + 1, ways: taking },
  })
  const nodes = own.map(({ branch }) => nodeOf(branch, places.get(branch) ?? others))
  return others.length === 0 ? nodes : [...nodes, nodeOf('others', others)]
}
