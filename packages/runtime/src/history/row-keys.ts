import { hash } from 'node:crypto'
import type { JsonObject } from '@tba/events/json.ts'

/**
 * Names of the log as small numbers: the history has a row an event, in which they stand and not the names. What is found by
 * one is compared with the event itself, so that two names with one number only cost time.
 */

/** Of a stream, an actor or a visit, in 53 bits, which JavaScript and PostgreSQL both have as whole numbers. */
export function nameKey(name: string): number {
  const digits = hash('sha256', name)
  return (
    (Number.parseInt(digits.slice(0, 8), 16) & 0x1fffff) * 0x1_0000_0000 +
    Number.parseInt(digits.slice(8, 16), 16)
  )
}

/** In the 32 bits of an `int`. */
export const shortKey = (name: string): number => Number.parseInt(hash('sha256', name).slice(0, 8), 16) | 0

/** These actors are not persons, and do so much that a list of theirs would be one of everything. */
const crowds: readonly string[] = ['visitor', 'demo', 'system']

export const isCrowd = (actor: string): boolean => crowds.includes(actor)

export type Kind = {
  type: string
  actor: string
  /** What its events say alike: the told fields in their order. */
  said: JsonObject
  isOfVisit: boolean
}

/** What masses of events have in common: below zero for facts, of which there are few. */
export function kindKey({ type, actor, said, isOfVisit }: Kind): number {
  const key = nameKey([type, actor, JSON.stringify(said)].join('\0')) + 1
  return isOfVisit ? key : -key
}
