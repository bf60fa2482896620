import { InvalidPosition, type Position } from '@tba/event-store/port.ts'
import { unavailable } from '@tba/runtime/http/failure.ts'
import type { Deps } from '../deps.ts'

/** A position of the log that the history is of; null for an empty log. */
export async function likeOf({
  freshness,
  readSide,
}: Pick<Deps, 'freshness' | 'readSide'>): Promise<Position | null> {
  const held = freshness.heldBy(['history'])
  if (held) return held
  return (await readSide(null)).head as Position | null
}

/** @throws {HttpFailure} 503 while the history is of another log than the store: an older one was put back a moment ago */
export async function ofThisLog<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof InvalidPosition) throw unavailable()
    throw error
  }
}
