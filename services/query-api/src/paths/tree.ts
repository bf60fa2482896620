import { percentOf } from '@tba/events/funnels/count.ts'
import type { PathStep } from '@tba/events/paths/path-step.ts'
import { otherBranches, type PathNode } from '@tba/events/paths/views.ts'
import { ended } from './ways.ts'

/** So many branches of a node have their own place; the others are one. */
export const mostBranches = 12
/** Further branches are not followed: nobody reads so many, and each costs. */
const mostNodes = 5_000
/** Between the names of the branches that lead to a node. */
const between = '.'

/** The names of the branches that were taken, one behind the other. */
type Way = { branches: readonly string[] }
type Growing<W> = { node: PathNode; ways: readonly W[] }

/** Counts the branches level by level, at each those of the most frequent nodes first. */
export function treeOf(ways: readonly Way[], steps: ReadonlyMap<string, PathStep>, depth: number): PathNode {
  const nodeOf = (branch: string, count: number, parent?: PathNode): PathNode => ({
    ...(steps.get(branch) ?? { event: branch === otherBranches ? branch : null, where: [], name: null }),
    count,
    share: percentOf(count, parent?.count ?? count),
    way: parent?.way ? `${parent.way}${between}${branch}` : branch,
    ...{ isCut: false, next: [] },
  })
  const root = nodeOf('', ways.length)
  let nodes = 1
  let growing: Growing<Way>[] = [{ node: root, ways }]
  for (let level = 0; level < depth; level++) {
    const grown: Growing<Way>[] = []
    for (const { node, ways } of growing) {
      node.isCut = nodes >= mostNodes
      if (node.isCut) continue
      for (const [branch, taking] of branchesOf(ways, level)) {
        const next = nodeOf(branch, taking.length, node)
        node.next.push(next)
        if (branch !== ended && branch !== otherBranches) grown.push({ node: next, ways: taking })
      }
      nodes += node.next.length
    }
    growing = grown.sort((one, other) => other.ways.length - one.ways.length)
  }
  return root
}

/** Those that a node counts, by its `way`. */
export function waysAlong<W extends Way>(ways: readonly W[], way: string): readonly W[] {
  const branches = way === '' ? [] : way.split(between)
  return branches.reduce<readonly W[]>(
    (taking, name, level) => branchesOf(taking, level).find(([branch]) => branch === name)?.[1] ?? [],
    ways,
  )
}

/** The most frequent first, then by their names; what has no place of its own comes last. */
function branchesOf<W extends Way>(ways: readonly W[], level: number): [string, readonly W[]][] {
  const taken = [...Map.groupBy(ways, ({ branches }) => branches[level])]
    .flatMap(([branch, taking]) => (branch === undefined ? [] : [[branch, taking] as [string, W[]]]))
    .sort(([one, its], [other, others]) => others.length - its.length || (one < other ? -1 : 1))
  const others = taken.slice(mostBranches).flatMap(([, taking]) => taking)
  return [
    ...taken.slice(0, mostBranches),
    ...(others.length > 0 ? [[otherBranches, others] as [string, W[]]] : []),
  ]
}
