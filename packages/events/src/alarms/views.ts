import { z } from 'zod'
import { asSaved } from '../json.ts'
import type { AlarmDefinition } from './definition.ts'
import { unknownReasons } from './events.ts'
import { alarmState } from './states.ts'

export const alarmView = z.object({
  id: z.uuid(),
  name: z.string(),
  /** As saved. It is validated again before it is counted. */
  definition: asSaved<AlarmDefinition>().meta({
    $ref: '#/components/schemas/AlarmDefinitionInput',
  }),
  /** Also `unknown` while nobody counts or decides. */
  state: alarmState,
  /** Null: it was not counted yet. */
  since: z.iso.datetime().nullable(),
  reason: z.enum(unknownReasons).nullable(),
  /** The end of the pause. */
  until: z.iso.datetime().nullable(),
  savedBy: z.string(),
  savedAt: z.iso.datetime(),
})
export type AlarmView = z.infer<typeof alarmView>
/** GET /api/admin/alarms, last saved first. */
export const alarmViews = z.object({ alarms: z.array(alarmView), next: z.string().nullable() })

/** POST /api/admin/alarms/try: when it would have sounded in the last 90 days. */
export const alarmTrial = z.object({
  /** `to` null: it sounds now. */
  firings: z.array(z.object({ from: z.iso.datetime(), to: z.iso.datetime().nullable() })),
  /** That were tried, a started one too: the log may be younger than 90. */
  days: z.int(),
  /** Of a silence: the least open hours with three firings at most; null: too few events. */
  proposedHours: z.int().nullable(),
})
export type AlarmTrial = z.infer<typeof alarmTrial>
