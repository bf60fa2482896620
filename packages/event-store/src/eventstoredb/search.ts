import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Connection, Reading } from './connection.ts'
import { asUnavailable } from './failures.ts'
import { isAfter, isSame, type LogPosition, logStart } from './log-position.ts'
import { ordinaryTypes, patternOf, subscription } from './read-request.ts'
import { isSystemEvent, type WireEvent } from './recorded.ts'

type Search = {
  after: LogPosition
  /** The search ends here, if not at the end of the log. */
  before?: LogPosition | undefined
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
  if (types.length === 0) return
  const isOver = (message: ReadResp) => {
    const checkpoint = message.getCheckpoint()
    return message.hasCaughtUp() || (checkpoint && before && isPast(checkpoint, before))
  }
  const reading = signal ? { signal } : {}
  yield* subscribed(connection, { after, pattern: patternOf(types), isOver }, reading)
}

/** All events from a position on, for as long as there is a connection. */
export const subscribe = (connection: Connection, after: LogPosition, signal: AbortSignal) =>
  subscribed(connection, { after, pattern: ordinaryTypes }, { signal, limitMs: null })

type Subscription = { after: LogPosition; pattern: string; isOver?(message: ReadResp): boolean | undefined }

async function* subscribed(
  connection: Connection,
  { after, pattern, isOver = () => false }: Subscription,
  reading: Reading,
): AsyncGenerator<WireEvent> {
  const request = subscription({ from: isSame(after, logStart) ? 'start' : after, types: pattern })
  try {
    for await (const message of connection.read(request, reading)) {
      if (isOver(message)) return
      const event = message.getEvent()?.getEvent()
      if (event && !isSystemEvent(event)) yield event
    }
  } catch (error) {
    throw asUnavailable(error)
  }
  // Without a word.
  if (!reading.signal?.aborted) throw asUnavailable(new Error('a subscription ended by itself'))
}

const isPast = (
  checkpoint: { getCommitPosition(): string; getPreparePosition(): string },
  before: LogPosition,
): boolean =>
  isAfter(
    {
      commit: BigInt(checkpoint.getCommitPosition()),
      prepare: BigInt(checkpoint.getPreparePosition()),
      id: '',
    },
    before,
  )
