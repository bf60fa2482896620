import { hash } from 'node:crypto'
import { type PathStep, pathStep, stepKey } from '@tba/events/paths/path-step.ts'
import { otherTellings, type Twin, twinOf } from '@tba/events/paths/twins.ts'
import { remembered } from '@tba/events/remembered.ts'
import { isBannerClick } from '@tba/events/tracking/tracked-kind.ts'
import type { Kinds, Unit } from '../analytics/unit-events.ts'

/** What an event is in a path. */
type Deed = {
  /** The branch that it leads to; null: it is no step. */
  branch: string | null
  twin: Twin | null
}

export type WayAsked = {
  fromMs: number
  toMs: number
  direction: 'next' | 'previous'
  depth: number
  /** Whether a click on the consent banner is a step too. */
  banner?: boolean | undefined
}

/** So far from where it began a path leads at most: it bounds what has to be looked through. */
export const longestMs = 7 * 86_400_000

/** In the place of a step: there is none, because the visit ended or began here. */
export const ended = 'fine'

/** Finds the ways of units, as the names of their branches. */
export function wayFinder(kinds: Kinds, { fromMs, toMs, direction, depth, banner }: WayAsked) {
  /** By the names of branches, which stand in addresses: they are short there, whatever visitors wrote. */
  const stepOf = new Map<string, PathStep>()
  const deedOf = remembered((kind: number): Deed => {
    const { type, said } = kinds.get(kind)
    const step = isBannerClick(said) && !banner ? null : pathStep(type, said)
    const branch = step && hash('sha256', stepKey(step)).slice(0, 12)
    if (step && branch) stepOf.set(branch, step)
    return { branch, twin: twinOf(type, said) }
  })

  /** The way from the first event of step 1 in the period, by its place in the unit; null: there is none. */
  function wayOf({ at, steps, more, end }: Pick<Unit, 'at' | 'steps' | 'more' | 'end'>) {
    const timeAt = (event: number) => at[event] as number
    let start = 0
    while (start < end && !(steps[start] === 1 && timeAt(start) >= fromMs && timeAt(start) < toMs)) start++
    if (start === end) return null
    const deeds = more.slice(0, end).map(kind => deedOf(kind as number))
    const others = otherTellings(deeds, at)
    const own = others[start]
    const [toNext, first] = direction === 'next' ? [1, start] : [-1, Math.min(start, own ?? start)]
    const branches: string[] = []
    for (let event = first + toNext; event >= 0 && event < end && branches.length < depth; event += toNext) {
      if (Math.abs(timeAt(event) - timeAt(start)) > longestMs) break
      const { branch, twin } = deeds[event] as Deed
      const isTold = event === own || (twin?.isEcho === true && others[event] !== undefined)
      if (branch !== null && !isTold) branches.push(branch)
    }
    if (branches.length < depth) branches.push(ended)
    return { start, branches }
  }

  /** What is no step, and no other telling of one, changes no way. */
  const isOfWays = (kind: number) => deedOf(kind).branch !== null || deedOf(kind).twin !== null

  return { stepOf, wayOf, isOfWays }
}
