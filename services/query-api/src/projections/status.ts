import type { Position } from '@tba/event-store/port.ts'
import { origin, shareOfLog } from '@tba/event-store/position.ts'
import type { ProjectionState, ProjectionStatus, Standstill } from '@tba/events/projections/views.ts'
import type { StoredStatus, Written } from './stored-status.ts'

/** Of the log, and of the oldest event that the live tables have not passed. */
export type Around = {
  first: Position | null
  head: Position | null
  lagMs: number
  /** Of the event at the position of the live tables. */
  lastEventAt: string | null
}

/** A checkpoint may stand this long although there are events to read: a batch takes less than a second. */
export const stillSeconds = 5
/** A stored rate covers the five seconds before it was written. */
const rateSeconds = 5

export function statusOf(stored: StoredStatus, around: Around): ProjectionStatus {
  const { name, live, rebuild, lastRebuild, parked } = stored
  const standstill = standstillOf(stored, around)
  return {
    name,
    version: live?.version ?? null,
    position: live?.position || null,
    lastEventAt: around.lastEventAt,
    lagMs: around.lagMs,
    eventsPerSecond: live ? rateOf(live) : 0,
    state: standstill ? 'still' : stateOf(stored),
    standstill,
    build: buildOf(stored, around),
    lastRebuild,
    failedRebuild: rebuild?.error ? { at: rebuild.at, error: rebuild.error } : null,
    parked,
  }
}

function standstillOf({ live, build }: StoredStatus, { lagMs }: Around): Standstill | null {
  const builds = build !== null && isCurrent(build, live)
  if (!live) return builds ? null : { reason: 'unbuilt', since: null }
  // While a new version is built, the live one belongs to an older build and may have no leader.
  if (!live.isLed) return builds ? null : { reason: 'unled', since: live.movedAt }
  const isUnmoved = live.idleSeconds > stillSeconds && lagMs > stillSeconds * 1_000
  return isUnmoved ? { reason: 'unmoved', since: live.movedAt } : null
}

function stateOf({ live, build, rebuild, parked }: StoredStatus): ProjectionState {
  if ((build !== null && isCurrent(build, live)) || rebuild?.isDone === false) return 'building'
  return parked.length > 0 ? 'parked' : 'live'
}

/** The row of an abandoned build stays until a newer version is live. */
const isCurrent = (build: Written, live: Written | null) =>
  build.isLed && build.version >= (live?.version ?? 0)

function rateOf({ eventsPerSecond, idleSeconds }: Written): number {
  return idleSeconds > rateSeconds ? 0 : Math.round(eventsPerSecond * 10) / 10
}

function buildOf({ live, build, rebuild }: StoredStatus, { first, head }: Around) {
  if (build === null || !isCurrent(build, live)) {
    if (!live || rebuild?.isDone !== false) return null
    // It was requested, and has not started yet.
    return { version: live.version, done: 0, percent: 0, eventsPerSecond: 0, secondsLeft: null }
  }
  const ends = { from: first ?? origin, to: head ?? origin }
  const share = shareOfLog(build.position, ends)
  const since = share - shareOfLog(build.startedFrom, ends)
  const isReckoned = since > 0 && build.movedSeconds > 0 && share < 1
  return {
    version: build.version,
    done: build.eventCount,
    percent: Math.floor(share * 1_000) / 10,
    eventsPerSecond: rateOf(build),
    secondsLeft: isReckoned ? Math.ceil(((1 - share) / since) * build.movedSeconds) : null,
  }
}
