import { z } from 'zod'
import { type EventsOf, event } from '../event.ts'
import { anyJson } from '../json.ts'

/** The definition as requested. A later build may have other rules, and must still read this event. */
const mode = z.union([
  z.object({ kind: z.literal('stream') }),
  z.object({ kind: z.literal('funnel'), definition: z.record(z.string(), anyJson) }),
  z.object({ kind: z.literal('projection'), projection: z.string() }),
])

/** Why a replay failed. */
export const replayFailure = z.enum(['restored', 'notLive', 'unfoldable', 'noRoom', 'tooLarge', 'broken'])
export type ReplayFailure = z.infer<typeof replayFailure>

/** Stream `replay-<uuid>`: a replay of a part of the log, requested by an administrator. */
export const replayEvents = {
  ReplayRequested: event(
    z.object({
      from: z.string().nullable(),
      to: z.string().nullable(),
      /** Empty: all. */
      types: z.array(z.string()),
      visits: z.array(z.string()),
      mode,
      /** The end of the log at the request: later events are not replayed. Null: it was empty. */
      end: z.string().nullable(),
    }),
  ),
  ReplayCancelled: event(z.object({})),
  /** `events`: the number of events read; `found`: the number of events or rows in the result. */
  ReplayFinished: event(z.object({ events: z.int(), found: z.int() })),
  ReplayFailed: event(z.object({ reason: replayFailure })),
  /** An administrator downloaded the result. */
  ReplayResultTaken: event(z.object({ format: z.enum(['ndjson', 'csv']) })),
}

export type ReplayEvent = EventsOf<typeof replayEvents>
