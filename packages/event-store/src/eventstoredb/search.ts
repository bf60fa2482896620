import type { Connection } from './connection.ts'
import { asUnavailable } from './failures.ts'
import { isAfter, isSame, logStart, type Place } from './place.ts'
import { patternOf, subscription } from './read-request.ts'
import { isOfSystem, type WireEvent } from './recorded.ts'

type Search = {
  after: Place
  /** The search ends here, if not at the end of the log. */
  before?: Place | undefined
  types: readonly string[]
  signal?: AbortSignal
}

/**
 * Events of some types, found by the server: a subscription until it has caught up. Unlike a filtered read it says how far
 * it is where nothing matches for long, so that its silence is never taken for a server that hangs.
 */
export async function* search(
  connection: Connection,
  { after, before, types, signal }: Search,
): AsyncGenerator<WireEvent> {
  const from = isSame(after, logStart) ? 'start' : after
  if (types.length === 0) return
  const request = subscription({ from, types: patternOf(types) })
  try {
    for await (const message of connection.read(request, signal ? { signal } : {})) {
      if (message.hasCaughtUp()) return
      const checkpoint = message.getCheckpoint()
      if (checkpoint && before && isPast(checkpoint, before)) return
      const event = message.getEvent()?.getEvent()
      if (event && !isOfSystem(event)) yield event
    }
  } catch (error) {
    throw asUnavailable(error)
  }
  // It ended before it had caught up, and without a word.
  if (!signal?.aborted) throw asUnavailable(new Error('a subscription ended by itself'))
}

const isPast = (
  checkpoint: { getCommitPosition(): string; getPreparePosition(): string },
  before: Place,
): boolean =>
  isAfter(
    {
      commit: BigInt(checkpoint.getCommitPosition()),
      prepare: BigInt(checkpoint.getPreparePosition()),
      id: '',
    },
    before,
  )
