import type { ReplayedRow } from '@tba/events/replays/views.ts'

/**
 * Tables of these hold nothing about people: of all others, new ones too, only the names of the columns are shown in which
 * rows differ.
 */
const impersonal = ['tracking', 'settings', 'audit', 'history-views', 'funnels', 'replays']

export function withoutPeople(projection: string, row: ReplayedRow): ReplayedRow {
  if (impersonal.includes(projection)) return row
  const names = new Set([...Object.keys(row.live ?? {}), ...Object.keys(row.replayed ?? {})])
  return { ...row, live: row.live && {}, replayed: row.replayed && {}, hidden: [...names].sort() }
}
