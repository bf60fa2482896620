import { z } from 'zod'

/** Where somebody has gone: by ids alone, since what is kept in a browser outlasts the session. */
const place = z.strictObject({
  kind: z.enum(['page', 'view', 'customer', 'stream', 'event']),
  id: z.string().min(1).max(300),
})
export type Place = z.infer<typeof place>

const kept = z.array(place).catch([])
const most = 6

/** Each administrator at a browser has their own. */
const keyOf = (administrator: string) => `console_recent:${administrator}`

export const isSame = (one: Place, other: Place) => one.kind === other.kind && one.id === other.id

/** The newest first. */
export function recentPlaces(administrator: string): Place[] {
  try {
    return kept.parse(JSON.parse(localStorage.getItem(keyOf(administrator)) ?? '[]')).slice(0, most)
  } catch {
    return []
  }
}

export function rememberPlace(administrator: string, { kind, id }: Place) {
  const others = recentPlaces(administrator).filter(known => !isSame(known, { kind, id }))
  try {
    localStorage.setItem(keyOf(administrator), JSON.stringify([{ kind, id }, ...others].slice(0, most)))
  } catch {
    // Blocked or full: the palette works without.
  }
}
