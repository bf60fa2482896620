import { type PathStep, pathStep, type Said, stepKey, twinOf } from '@tba/events/paths/path-step.ts'
import type { PathKinds } from './count-paths.ts'
import { shortName } from './way-key.ts'

type Kinds = { size: number; of: (number: number) => { type: string; said: Said } }

/** Numbers the steps that events of these kinds are. */
export function pathKindsOf(kinds: Kinds) {
  const numbers = new Map<string, number>()
  const steps: PathStep[] = []
  const keys: string[] = []
  const twins = new Map<string, number>()
  const found: PathKinds = { step: new Int32Array(kinds.size).fill(-1), twin: new Int32Array(kinds.size) }

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
  for (let kind = 0; kind < kinds.size; kind++) {
    const { type, said } = kinds.of(kind)
    if (type === '') continue
    const step = pathStep(type, said)
    if (step) found.step[kind] = numberOf(step)
    const twin = twinOf(type, said)
    if (twin) found.twin[kind] = twinNumber(twin)
  }
  return { kinds: found, steps, keyOf: (step: number) => keys[step] as string }
}
