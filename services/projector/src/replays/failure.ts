import { type EventStore, InvalidPosition, type Position } from '@tba/event-store/port.ts'
import { positionPattern } from '@tba/event-store/position.ts'
import type { ReplayFailure } from '@tba/events/replays/events.ts'
import { watchDatabases } from '@tba/runtime/disk.ts'

/** A replay that comes to nothing, and why. */
export class ReplayFailed extends Error {
  override readonly name = 'ReplayFailed'
  readonly reason: ReplayFailure
  constructor(reason: ReplayFailure, message: string) {
    super(message)
    this.reason = reason
  }
}

/** A replay that a process dies of is not to take down one after the other. */
const mostTries = 5

/** Why a replay is given up after this error; null: it is tried again. */
export function failureOf(error: unknown, tries: number): ReplayFailure | null {
  if (error instanceof ReplayFailed) return error.reason
  if (isDiskFull(error)) return 'noRoom'
  return tries >= mostTries ? 'broken' : null
}

export function assertFewTries(tries: number): void {
  if (tries > mostTries) throw new ReplayFailed('broken', 'it was begun too often and came to nothing')
}

/** PostgreSQL: disk full. */
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '53100') || isDiskFull(error.cause)
}

export type Room = {
  /** @throws {ReplayFailed} */
  assertRoom(): void
}

/** Facts and customers go first: with little room left on the disk, nothing is replayed, and nothing goes on. */
export async function watchRoom(connectionString: string): Promise<Room> {
  const disk = await watchDatabases([connectionString], { warn: () => {} })
  return {
    assertRoom() {
      if (disk.isLow()) throw new ReplayFailed('noRoom', 'the disk is nearly full')
    },
  }
}

/** Of PostgreSQL's positions, in which each restore counts. */
const generationOf = (position: Position) => positionPattern.exec(position)?.[1]

/** Whether the log is the one that the replay was asked for: after a restore, its positions mean something else. */
export async function assertSameLog(store: EventStore, end: Position): Promise<void> {
  const head = await store.head()
  if (head === null || generationOf(end) !== generationOf(head))
    throw new ReplayFailed('restored', 'the log was restored since it was asked for')
}

/** What it stood at is gone from the log: in EventStoreDB, whose visits are scavenged. */
export const isLost = (error: unknown, position: Position) =>
  error instanceof InvalidPosition && position !== ''
