import { hash } from 'node:crypto'
import { type PathStep, pathStep, stepKey } from '@tba/events/paths/path-step.ts'
import { present } from '@tba/events/present.ts'
import { type SideKind, sideKindOf } from '@tba/events/tracking/interaction-type.ts'
import { findTwins, type Twin, twinOf } from '@tba/events/tracking/twins.ts'
import type { SignatureOf, Unit } from '../analytics/unit-events.ts'

/** What an event means in a path. */
type PathEvent = {
  /** The branch of this step; null: the event is no step. */
  branch: string | null
  twin: Twin | null
}

export type WayInput = {
  fromMs: number
  toMs: number
  direction: 'next' | 'previous'
  depth: number
  /** Which of these are steps too. */
  also?: readonly SideKind[] | undefined
}

/** The longest duration of a path. It limits how much of the log is read. */
export const maxPathMs = 7 * 86_400_000

/** Stands for a missing step: the visit ended or began here. */
export const ended = 'fine'

/** A way, and those that go on from there by one branch: units of one way share its list of branches. */
type Going = { branches: readonly string[]; next: Map<string, Going> }

function goOn({ branches, next }: Going, branch: string): Going {
  const known = next.get(branch)
  if (known) return known
  const further = { branches: [...branches, branch], next: new Map() }
  next.set(branch, further)
  return further
}

/** Finds the paths of units, as names of branches. */
export function wayFinder(signatureOf: SignatureOf, { fromMs, toMs, direction, depth, also = [] }: WayInput) {
  /** Steps by the short name of their branch. Names are hashes, because they appear in URLs. */
  const stepOf = new Map<string, PathStep>()
  const read = (signature: number): PathEvent => {
    const { type, attributes } = signatureOf(signature)
    const kind = sideKindOf(type, attributes)
    const step = kind === null || also.includes(kind) ? pathStep(type, attributes) : null
    const branch = step && hash('sha256', stepKey(step)).slice(0, 12)
    if (step && branch) stepOf.set(branch, step)
    return { branch, twin: twinOf(type, attributes) }
  }
  const known: PathEvent[] = []
  const pathEventOf = (signature: number) => {
    known[signature] ??= read(signature)
    return known[signature]
  }
  /** A path depends on such events, and on those it begins with. */
  const isMeant = (signature: number) => {
    const { branch, twin } = pathEventOf(signature)
    return branch !== null || twin !== null
  }
  const root: Going = { branches: [], next: new Map() }

  // Reused for each unit.
  const events: PathEvent[] = []

  /** The path from the first event of step 1 in the period; null without one. `start` is its index. */
  function wayOf({ at, steps, more, end }: Pick<Unit, 'at' | 'steps' | 'more' | 'end'>) {
    const timeAt = (event: number) => present(at[event])
    let start = 0
    while (start < end && !(steps[start] === 1 && timeAt(start) >= fromMs && timeAt(start) < toMs)) start++
    if (start === end) return null
    for (let event = 0; event < end; event++) events[event] = pathEventOf(Number(more[event]))
    const twins = findTwins(events, at, end)
    const own = twins[start]
    const [toNext, first] = direction === 'next' ? [1, start] : [-1, Math.min(start, own ?? start)]
    let way = root
    let taken = 0
    for (let event = first + toNext; event >= 0 && event < end && taken < depth; event += toNext) {
      if (Math.abs(timeAt(event) - timeAt(start)) > maxPathMs) break
      const { branch, twin } = present(events[event])
      const isDuplicate = event === own || (twin?.isAnalyticsEvent === true && twins[event] !== undefined)
      if (branch === null || isDuplicate) continue
      way = goOn(way, branch)
      taken++
    }
    const { branches } = taken < depth ? goOn(way, ended) : way
    return { start, branches }
  }

  return { stepOf, wayOf, isMeant }
}
