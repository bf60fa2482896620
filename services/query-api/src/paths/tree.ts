import type { PathStep } from '@tba/events/paths/path-step.ts'
import { otherBranches, type PathNode } from '@tba/events/paths/views.ts'
import { percentOf } from '@tba/events/percent.ts'
import { present } from '@tba/events/present.ts'
import { ended } from './ways.ts'

/** A node shows this many branches. The others are one. */
export const maxBranches = 12
/** No more nodes than this: nobody reads so many, and each has a cost. */
const maxNodes = 5_000
/** Separates the names of the branches that lead to a node. */
const separator = '.'

/** The names of the branches in order, and how many visits go this way: 1 if absent. */
export type Way = { branches: readonly string[]; visits?: number }
type Growing = { node: PathNode; ways: readonly Way[] }

/** Counts the branches level by level, the most frequent nodes of a level first. */
export function treeOf(ways: readonly Way[], steps: ReadonlyMap<string, PathStep>, depth: number): PathNode {
  const nodeOf = (branch: string, count: number, parent?: PathNode): PathNode => ({
    ...(steps.get(branch) ?? { event: branch === otherBranches ? branch : null, where: [], name: null }),
    count,
    share: percentOf(count, parent?.count ?? count),
    way: parent?.way ? `${parent.way}${separator}${branch}` : branch,
    isCut: false,
    next: [],
  })
  const root = nodeOf('', visitsOf(ways))
  let nodes = 1
  let growing: Growing[] = [{ node: root, ways }]
  for (let level = 0; level < depth; level++) {
    const grown: Growing[] = []
    for (const { node, ways } of growing) {
      node.isCut = nodes >= maxNodes
      if (node.isCut) continue
      for (const [branch, taking] of branchesOf(ways, level)) {
        const next = nodeOf(branch, visitsOf(taking), node)
        node.next.push(next)
        if (branch !== ended && branch !== otherBranches) grown.push({ node: next, ways: taking })
      }
      nodes += node.next.length
    }
    growing = grown.sort((one, other) => other.node.count - one.node.count)
  }
  return root
}

/** The paths that a node counts. */
export function waysAlong<W extends Way>(ways: readonly W[], way: string): readonly W[] {
  const branches = way === '' ? [] : way.split(separator)
  return branches.reduce<readonly W[]>(
    (taking, name, level) => branchesOf(taking, level).find(([branch]) => branch === name)?.[1] ?? [],
    ways,
  )
}

/** Most frequent first, then by name. The collected rest comes last. */
function branchesOf<W extends Way>(ways: readonly W[], level: number): [string, readonly W[]][] {
  const taken = [...Map.groupBy(ways, ({ branches }) => present(branches[level]))].sort(
    ([one, its], [other, others]) => visitsOf(others) - visitsOf(its) || (one < other ? -1 : 1),
  )
  const others = taken.splice(maxBranches).flatMap(([, taking]) => taking)
  return others.length > 0 ? [...taken, [otherBranches, others]] : taken
}

const visitsOf = (ways: readonly Way[]) => ways.reduce((sum, { visits = 1 }) => sum + visits, 0)
