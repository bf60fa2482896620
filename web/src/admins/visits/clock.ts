export const speeds = [1, 2, 5, 10, 20, 50, 100] as const
export type Speed = (typeof speeds)[number]

/** Where a film is. `sinceMs`: when it was let run from there, on the clock that is given to each of these; null: it stands. */
export type Clock = { atMs: number; sinceMs: number | null; speed: Speed }

export const standing = (atMs: number, speed: Speed): Clock => ({ atMs, sinceMs: null, speed })

/** The time of the film; where it has come to its end, the end. */
export function timeOf({ atMs, sinceMs, speed }: Clock, nowMs: number, endMs: number): number {
  const gone = sinceMs === null ? 0 : Math.max(0, nowMs - sinceMs) * speed
  return Math.min(endMs, atMs + gone)
}

/** From the beginning, where it has come to its end. */
export function play(clock: Clock, nowMs: number, endMs: number): Clock {
  const atMs = timeOf(clock, nowMs, endMs)
  return { ...clock, atMs: atMs >= endMs ? 0 : atMs, sinceMs: nowMs }
}

export function pause(clock: Clock, nowMs: number, endMs: number): Clock {
  return { ...clock, atMs: timeOf(clock, nowMs, endMs), sinceMs: null }
}

/** It goes on from there, or stands there, as it did before. */
export function seek(clock: Clock, toMs: number, nowMs: number): Clock {
  return { ...clock, atMs: Math.max(0, toMs), sinceMs: clock.sinceMs === null ? null : nowMs }
}

export function withSpeed(clock: Clock, speed: Speed, nowMs: number, endMs: number): Clock {
  const atMs = timeOf(clock, nowMs, endMs)
  return { atMs, speed, sinceMs: clock.sinceMs === null ? null : nowMs }
}

/** Of what an address says: whatever it is, a time of the film. */
export function timeIn(said: string, endMs: number): number {
  const seconds = Number(said)
  return Number.isFinite(seconds) ? Math.min(endMs, Math.max(0, Math.round(seconds * 1_000))) : 0
}

export function speedIn(said: string): Speed {
  return speeds.find(speed => String(speed) === said) ?? 1
}
