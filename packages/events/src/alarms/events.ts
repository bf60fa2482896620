import { z } from 'zod'
import { type EventsOf, event } from '../event.ts'
import { alarmState } from './states.ts'

/** Why nothing can be said: no fresh count, nothing recorded at all, or a log that is too young. */
export const unknownReasons = ['behind', 'nothing', 'young'] as const
/** What a count says. */
export const alarmOutcome = z.union([
  z.object({ is: z.enum(['met', 'clear']), value: z.number() }),
  z.object({ is: z.literal('unknown'), reason: z.enum(unknownReasons) }),
])
export type AlarmOutcome = z.infer<typeof alarmOutcome>

/** The definition as POST /api/admin/alarms accepted it. It is validated again before it is counted. */
const saved = event(z.object({ name: z.string(), definition: z.record(z.string(), z.unknown()) }))

/** Stream `alarm-<uuid>`. */
export const alarmEvents = {
  AlarmMade: saved,
  /** It is armed anew. */
  AlarmChanged: saved,
  AlarmDeleted: event(z.object({})),
  AlarmSnoozed: event(z.object({ until: z.iso.datetime() })),
  /** A count changed the state, or is worth a letter. */
  AlarmJudged: event(
    z.object({
      state: alarmState.exclude(['paused']),
      /** Of the judgement: the projector's clock. */
      at: z.iso.datetime(),
      /** Only of `unknown`. */
      reason: z.enum(unknownReasons).nullable(),
      /** What was counted; null: nothing. */
      value: z.number().nullable(),
      letter: z.enum(['firing', 'reminder', 'recovered', 'unknown']).nullable(),
    }),
  ),
}

export type AlarmEvent = EventsOf<typeof alarmEvents>
