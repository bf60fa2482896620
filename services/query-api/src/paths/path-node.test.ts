import { expect, test } from 'vitest'
import { ended } from './count-paths.ts'
import { treeNode } from './path-node.ts'
import { treeOf } from './tree.ts'

const step = (name: string) => ({ event: 'InteractionTracked', where: [], name })

/** Of as many ways as there are lists, with steps by their numbers. */
function treeOver(lists: number[][], depth: number) {
  const steps = Int32Array.from(
    lists.flatMap(list => Array.from({ length: depth }, (_, at) => list[at] ?? ended)),
  )
  const none = new Int32Array(lists.length)
  return treeOf({ count: lists.length, depth, units: none, rows: none, steps }, String)
}

test('a branch says of how many of those before it it is, in percent with one decimal', () => {
  const tree = treeOver(
    [
      [0, 1],
      [0, 2],
      [1, 0],
    ],
    2,
  )
  const steps = { steps: ['a', 'b', 'c'].map(step), keyOf: String, depth: 2 }
  const node = treeNode(tree, steps)
  expect(node).toMatchObject({ event: null, count: 3, share: 100, way: '', isCut: false })
  expect(node.next.map(({ name, count, share, way }) => [name, count, share, way])).toEqual([
    ['a', 2, 66.7, '0'],
    ['b', 1, 33.3, '1'],
  ])
  expect(node.next[0]?.next.map(({ name, share, way }) => [name, share, way])).toEqual([
    ['b', 50, '0.1'],
    ['c', 50, '0.2'],
  ])
  expect(node.next[0]?.next[0]).toMatchObject({ isCut: false, next: [] })
})

test('a tree that would grow too large is cut where fewest went, and says so', () => {
  const [depth, kinds] = [5, 12]
  const lists = Array.from({ length: kinds ** 4 }, (_, number) => [
    ...[number, number / kinds, number / kinds ** 2, number / kinds ** 3].map(
      part => Math.floor(part) % kinds,
    ),
    0,
  ])
  const all = { steps: Array.from({ length: kinds }, (_, at) => step(`n${at}`)), keyOf: String, depth }
  let [nodes, cut] = [0, 0]
  const count = (node: ReturnType<typeof treeNode>) => {
    nodes += 1
    if (node.isCut) cut += 1
    for (const next of node.next) count(next)
  }
  count(treeNode(treeOver(lists, depth), all))
  expect(nodes).toBeLessThan(5_100)
  expect(cut).toBeGreaterThan(0)
})
