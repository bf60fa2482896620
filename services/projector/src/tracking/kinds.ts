import { type Change, type Table, table } from '../engine/change.ts'
import { keyOf } from './keys.ts'

/** What many rows say alike is kept once, with the number of rows that do. */
type Shared = Readonly<Record<string, string | null>>
type SharedRow<S extends Shared> = S & { key: string; uses: number }

type InteractionKind = {
  eventType: string
  elementId: string | null
  elementText: string | null
  page: string
}
type AnalyticsKind = {
  eventName: string
  eventCategory: string | null
  eventLabel: string | null
  page: string
}
type Origin = { userAgent: string | null; referrer: string | null }

export const interactionKinds = shared<InteractionKind>('interaction_kinds')
export const analyticsKinds = shared<AnalyticsKind>('analytics_kinds')
export const origins = shared<Origin>('visit_origins')

/** @param name its columns, but for `key` and `uses`, are those of `S` */
function shared<S extends Shared>(name: string) {
  const rows: Table<SharedRow<S>> = table<SharedRow<S>>(name, 'key')
  return {
    table: rows,
    /** Of one more row that says this. @param key its `keyOf` */
    use: (key: string, said: S): Change =>
      rows.fold(key, row => ({ ...(row ?? { ...said, key }), uses: (row?.uses ?? 0) + 1 }) as SharedRow<S>),
    /** Of one row less. */
    leave: (key: string): Change =>
      rows.fold(key, row => (row && row.uses > 1 ? { ...row, uses: row.uses - 1 } : null)),
  }
}

export const keyOfOrigin = ({ userAgent, referrer }: Origin) => keyOf(userAgent, referrer)
