import { isFields, isList, pathWithin, sealerOf, shownTree, type Tree } from '@tba/events/streams/sealed.ts'
import type { Change } from '@tba/events/streams/views.ts'

/**
 * The changes between two states: applied to the first, each at its path, they give the second. A missing value is null. A list
 * that only grew reports its new items. One that lost items is reported as a whole, because its items have moved.
 */
export function changesBetween(before: Tree, after: Tree): Change[] {
  // A new object reports its fields one by one.
  if (before === null && isFields(after) && Object.keys(after).length > 0) before = {}
  return [...changesAt('', before, after)]
}

function* changesAt(path: string, before: Tree, after: Tree): Generator<Change> {
  if (before === after) return
  if (isFields(before) && isFields(after)) {
    if (sealerOf(before) !== sealerOf(after)) yield changeOf(path, before, after)
    else yield* changesOfFields(path, before, after)
  } else if (isList(before) && isList(after) && (before.length === after.length || isGrown(before, after))) {
    for (const [at, item] of after.entries()) {
      const old = before[at]
      if (old !== undefined) yield* changesAt(pathWithin(path, at), old, item)
      else yield changeOf(pathWithin(path, at), null, item)
    }
  } else if (!areSame(before, after)) yield changeOf(path, before, after)
}

type Fields = { [name: string]: Tree }

function* changesOfFields(path: string, before: Fields, after: Fields): Generator<Change> {
  for (const [name, field] of Object.entries(before)) {
    const at = pathWithin(path, name)
    const next = Object.hasOwn(after, name) ? after[name] : undefined
    if (next !== undefined) yield* changesAt(at, field, next)
    else yield { ...changeOf(at, field, null), removed: true }
  }
  for (const [name, field] of Object.entries(after)) {
    if (!Object.hasOwn(before, name)) yield changeOf(pathWithin(path, name), null, field)
  }
}

function changeOf(path: string, before: Tree, after: Tree): Change {
  const change = { path, before: shownTree(before), after: shownTree(after) }
  return isSealed(before) || isSealed(after) ? { ...change, sealed: true } : change
}

const isSealed = (tree: Tree) => typeof tree === 'object' && tree !== null && sealerOf(tree) !== null

const isGrown = (before: Tree[], after: Tree[]) =>
  before.length < after.length && before.every((item, at) => areSame(item, after[at]))

function areSame(before: Tree, after: Tree | undefined): boolean {
  if (before === after) return true
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return false
  if (sealerOf(before) !== sealerOf(after) || isList(before) !== isList(after)) return false
  const [parts, others] = [Object.entries<Tree>(before), new Map(Object.entries<Tree>(after))]
  return parts.length === others.size && parts.every(([name, part]) => areSame(part, others.get(name)))
}
