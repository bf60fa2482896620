import type { Condition } from '@tba/events/funnels/definition.ts'

/** What is asked of the worker that counts. */
export type PathsAsked = {
  event: string
  where: Condition[]
  direction: 'next' | 'previous'
  depth: number
  fromMs: number
  toMs: number
  asOf?: string | undefined
}
export type PathVisitsAsked = PathsAsked & {
  /** The keys of branches, one behind the other. */
  way: string[]
  /** Where the page before ended; null: there was none. */
  after: string | null
  limit: number
}
