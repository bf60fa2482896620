import { parseSync } from 'oxc-parser'

/** A node of a syntax tree, by the fields that are read here. */
export type Node = { type: string; start: number; end: number; [field: string]: unknown }

/** Without parentheses. */
export const treeOf = (file: string, code: string) =>
  parseSync(file, code, { preserveParens: false }).program as unknown as Node

/** Every node below, the outer first; not inside nodes that are `closed`. */
export function* below(value: unknown, closed: (node: Node) => boolean = () => false): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  const node = value as Node
  if (typeof node.type === 'string') {
    if (closed(node)) return
    yield node
  }
  for (const inner of Object.values(node)) yield* below(inner, closed)
}
