import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Connection, ReadLimits } from '../connection.ts'
import { asUnavailable } from '../failures.ts'
import { isSame, type LogPosition, origin } from '../log-position.ts'
import { ordinaryTypes, patternOf, subscription } from './read-request.ts'
import { isSystemEvent, type WireEvent } from './wire-events.ts'

/**
 * Events of some types up to the end of the log, found by the server: a subscription until it has caught up. Unlike a
 * filtered read it reports its progress if nothing matches for long, so that its silence means that the server hangs.
 */
export async function* search(
  connection: Connection,
  { after, types }: { after: LogPosition; types: readonly string[] },
  signal?: AbortSignal,
): AsyncGenerator<WireEvent> {
  if (types.length === 0) return
  const isOver = (message: ReadResp) => message.hasCaughtUp()
  yield* receive(connection, { after, pattern: patternOf(types), isOver }, { signal })
}

/** All events after a position, for as long as there is a connection. */
export const subscribe = (connection: Connection, after: LogPosition, signal: AbortSignal) =>
  receive(connection, { after, pattern: ordinaryTypes, isOver: () => false }, { signal, limitMs: null })

type Subscription = { after: LogPosition; pattern: string; isOver(message: ReadResp): boolean }

async function* receive(
  connection: Connection,
  { after, pattern, isOver }: Subscription,
  reading: ReadLimits,
): AsyncGenerator<WireEvent> {
  const request = subscription({ from: isSame(after, origin) ? 'start' : after, types: pattern })
  try {
    for await (const message of connection.read(request, reading)) {
      if (isOver(message)) return
      const event = message.getEvent()?.getEvent()
      if (event && !isSystemEvent(event)) yield event
    }
  } catch (error) {
    throw asUnavailable(error)
  }
  if (!reading.signal?.aborted) throw asUnavailable(new Error('a subscription ended by itself'))
}
