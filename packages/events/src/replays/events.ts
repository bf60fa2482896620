import { z } from 'zod'
import { type EventsOf, event } from '../event.ts'
import { anyJson } from '../json.ts'

/** The definition as it was asked for: what a later build asks of one is not to make this event unreadable. */
const mode = z.union([
  z.object({ kind: z.literal('stream') }),
  z.object({ kind: z.literal('funnel'), definition: z.record(z.string(), anyJson) }),
  z.object({ kind: z.literal('projection'), projection: z.string() }),
])

/** Why a replay came to nothing. */
export const replayFailure = z.enum(['restored', 'notLive', 'unfoldable', 'noRoom', 'tooLarge', 'broken'])
export type ReplayFailure = z.infer<typeof replayFailure>

/** Stream `replay-<uuid>`: a part of the log, played again because an administrator wants it. */
export const replayEvents = {
  ReplayRequested: event(
    z.object({
      from: z.string().nullable(),
      to: z.string().nullable(),
      /** Empty: all. */
      types: z.array(z.string()),
      visits: z.array(z.string()),
      mode,
      /** Where the log ended then: what came later is not played. Null: it was empty. */
      end: z.string().nullable(),
    }),
  ),
  ReplayCancelled: event(z.object({})),
  /** `events`: how many were gone through; `found`: of how many events or rows the result is. */
  ReplayFinished: event(z.object({ events: z.int(), found: z.int() })),
  ReplayFailed: event(z.object({ reason: replayFailure })),
  /** An administrator took the result along. */
  ReplayResultTaken: event(z.object({ format: z.enum(['ndjson', 'csv']) })),
}

export type ReplayEvent = EventsOf<typeof replayEvents>
