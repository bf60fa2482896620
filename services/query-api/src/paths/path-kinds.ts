import { type PathStep, pathStep, stepKey, twinOf } from '@tba/events/paths/path-step.ts'
import type { Kind } from '../analytics/kinds.ts'
import type { PathKinds } from './count-paths.ts'
import { shortName } from './way-key.ts'

/** Numbers the steps that events of these kinds are. @param kinds by their numbers in the copy */
export function pathKindsOf(kinds: ReadonlyMap<number, Kind>) {
  const size = 1 + kinds.keys().reduce((most, kind) => Math.max(most, kind), 0)
  const numbers = new Map<string, number>()
  const steps: PathStep[] = []
  const keys: string[] = []
  const twins = new Map<string, number>()
  const found: PathKinds = { step: new Int32Array(size).fill(-1), twin: new Int32Array(size) }

  function numberOf(step: PathStep): number {
    const key = stepKey(step)
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, steps.length)
    keys.push(shortName(key))
    return steps.push(step) - 1
  }
  function twinNumber({ key, isEcho }: { key: string; isEcho: boolean }): number {
    const number = twins.get(key) ?? twins.size + 1
    twins.set(key, number)
    return isEcho ? -number : number
  }
  for (const [kind, { type, said }] of kinds) {
    const step = pathStep(type, said)
    if (step) found.step[kind] = numberOf(step)
    const twin = twinOf(type, said)
    if (twin) found.twin[kind] = twinNumber(twin)
  }
  return { kinds: found, steps, keyOf: (step: number) => keys[step] as string }
}
