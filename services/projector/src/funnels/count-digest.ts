import { hash } from 'node:crypto'
import type { Differences, Group } from './tally.ts'

/**
 * What a count comes to, in the same memory however many units, values and times it has: sums of hashes, which differ where
 * anything differs, in whatever order it was taken in.
 */
export class CountDigest {
  /** Of all units, in the definition's own period: how many reached each step. */
  readonly units: number[]
  #sum = 0n

  constructor(steps: number) {
    this.units = new Array<number>(steps).fill(0)
  }

  add(differences: Differences): void {
    for (const { group, steps } of differences)
      for (const [at, { units, times }] of steps.entries()) {
        this.addStep(group, at + 1, units)
        for (const [ms, more] of times) this.addTime(group, { step: at + 1, ms, units: more })
      }
  }

  /** `step` counts from 1. */
  addStep({ period, isWhole, value }: Group, step: number, units: number): void {
    if (isWhole && period === 0) this.units[step - 1] = (this.units[step - 1] ?? 0) + units
    this.#add([period, isWhole, value, step], units)
  }

  addTime(
    { period, isWhole, value }: Group,
    { step, ms, units }: { step: number; ms: number; units: number },
  ): void {
    this.#add([period, isWhole, value, step, ms], units)
  }

  equals(other: CountDigest): boolean {
    return this.#sum === other.#sum
  }

  #add(what: readonly unknown[], units: number): void {
    const hashed = hash('sha256', JSON.stringify(what), 'buffer').readBigUInt64BE(0)
    this.#sum = BigInt.asUintN(64, this.#sum + hashed * BigInt(units))
  }
}
