import type { Json } from '../json.ts'

const sealedBy: unique symbol = Symbol('sealed by')

/**
 * Marks a sealed value while states are folded from masked events, so that its path can be found. It contains the event's id,
 * so that another sealed value is a change. Spread into an object, it marks the object.
 */
export type Mark = { readonly [sealedBy]: string }
export const markOf = (eventId: string): Mark => Object.freeze({ [sealedBy]: eventId })

/** The event that sealed this value, or something in this object; null: none. */
export const sealerOf = (value: object): string | null => (value as Partial<Mark>)[sealedBy] ?? null

/** Whether the value is only a mark. */
export const isMark = (value: unknown): value is Mark =>
  typeof value === 'object' && value !== null && sealerOf(value) !== null && Object.keys(value).length === 0

/** JSON with marks for sealed values. */
export type Tree = null | boolean | number | string | Mark | Tree[] | { [name: string]: Tree }

export const isList = (tree: Tree): tree is Tree[] => Array.isArray(tree)
export const isFields = (tree: Tree): tree is { [name: string]: Tree } =>
  typeof tree === 'object' && tree !== null && !isList(tree) && !isMark(tree)

const trees = new WeakMap<object, Tree>()

/** A state as JSON: sets become lists, undefined is left out. States share unchanged parts, and so do their trees. */
export function treeOf(value: unknown): Tree {
  if (typeof value !== 'object' || value === null) return scalar(value)
  const known = trees.get(value)
  if (known !== undefined) return known
  const tree = convert(value)
  trees.set(value, tree)
  return tree
}

function scalar(value: unknown): Tree {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'string' || typeof value === 'boolean') return value
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function convert(value: object): Tree {
  if (isMark(value)) return value
  if (value instanceof Date) return value.toJSON()
  if (value instanceof Map) return treeOf(Object.fromEntries(value))
  if (Array.isArray(value) || value instanceof Set) return Array.from(value, treeOf)
  const by = sealerOf(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  const tree = Object.fromEntries(fields.map(([name, field]) => [name, treeOf(field)]))
  return by === null ? tree : Object.assign(tree, markOf(by))
}

const shown = new WeakMap<object, Json>()

/** The tree without sealed values: they are null. */
export function shownTree(tree: Tree): Json {
  if (typeof tree !== 'object' || tree === null) return tree
  if (isMark(tree)) return null
  const known = shown.get(tree)
  if (known !== undefined) return known
  const json = isList(tree)
    ? tree.map(shownTree)
    : Object.fromEntries(Object.entries(tree).map(([name, field]) => [name, shownTree(field)]))
  shown.set(tree, json)
  return json
}

/** The paths of sealed values, in the order of the tree. */
export function sealedPaths(tree: Tree, path = ''): string[] {
  if (typeof tree !== 'object' || tree === null) return []
  if (isMark(tree)) return [path]
  const parts = isList(tree) ? tree.map((item, at) => [at, item] as const) : Object.entries(tree)
  const inside = parts.flatMap(([name, part]) => sealedPaths(part, pathWithin(path, name)))
  return sealerOf(tree) === null ? inside : [path, ...inside]
}

/**
 * The path of a value in JSON: names and list indexes, joined by dots, as in `steps.0`; the root is ''. In a name a dot is
 * written `~1` and a tilde `~0`. An empty name is `~2`.
 */
export function pathWithin(path: string, name: string | number): string {
  const part = typeof name === 'number' || isPlain.test(name) ? name : escaped(name)
  return path === '' ? String(part) : `${path}.${part}`
}

const isPlain = /^[^~.]+$/
const escaped = (name: string) => (name === '' ? '~2' : name.replaceAll('~', '~0').replaceAll('.', '~1'))
